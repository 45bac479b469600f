import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { page_is_older, reloading } from '../../lib/page-build.ts'
import { answerOffice, refusal, success } from '../../testing/fake-office.ts'
import { fill, standsIn } from '../../testing/form-hands.ts'
import { asDesktop, startConsole } from '../../testing/start-console.tsx'

const HOLD_ID = '01890000-0000-7000-8000-0000000000f1'
const RELEASE = `/acts/release-hold?hold_id=${HOLD_ID}`
const question = () => page.getByRole('alertdialog', { name: 'Leave this form?' })
const NO_HOLDS = success({ items: [], next_cursor: null })

async function openForm(): Promise<HTMLFormElement> {
  const find = () => document.querySelector<HTMLTextAreaElement>('#content [name="reason"]')?.form ?? null
  await expect.poll(find).not.toBeNull()
  const form = find()
  if (!form) throw new Error('there is no form')
  return form
}

/** Whether the browser would ask before the page is closed. */
function asksBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('a changed form asks before it is left, by a link, a typed address or the way back [proof 1416]', async () => {
  answerOffice({ 'list-holds': NO_HOLDS })
  await startConsole()
  await page.getByRole('link', { name: 'List holds' }).click()
  await expect.element(page.getByRole('heading', { name: 'List holds' })).toBeVisible()
  window.location.hash = `#${RELEASE}`
  await expect.element(page.getByRole('heading', { name: 'Release hold' })).toBeVisible()
  const form = await openForm()
  expect(asksBeforeClosing()).toBe(false)
  fill(form, 'reason', 'The bank confirmed the deposit')
  expect(asksBeforeClosing()).toBe(true)

  await page.getByRole('link', { name: 'Acts', exact: true }).click()
  await expect.element(question()).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  for (const leave of [() => window.history.back(), () => window.location.assign('#/acts/list-holds')]) {
    leave()
    await expect.element(question()).toBeVisible()
    await expect.poll(() => window.location.hash).toBe(`#${RELEASE}`)
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    expect(standsIn(form, 'reason')).toBe('The bank confirmed the deposit')
  }
  window.location.assign('#/acts/list-holds')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'List holds' })).toBeVisible()
  // Only the page's end would lose it.
  expect(asksBeforeClosing()).toBe(true)
  window.history.back()
  await expect.element(page.getByLabelText('Reason')).toHaveValue('The bank confirmed the deposit')
})

test('what is shown once is left, and another asked for, only by who says that it was noted [proof 1455]', async () => {
  const licence_code = 'K7Q2-9XMT-4HD3-PW8Z'
  const issued = {
    code_id: HOLD_ID,
    licence_code,
    person_id: HOLD_ID,
    policy_version: 1,
    expires_at: '2026-12-14T00:00:00.000Z',
  }
  answerOffice({ 'list-holds': NO_HOLDS, 'issue-code': success(issued) })
  await startConsole({ at: '/acts/issue-code' })
  await page.getByLabelText('Person name').fill('Jane Miller')
  await page.getByLabelText('Document hash').upload(new File(['a passport'], 'passport.pdf'))
  await page.getByRole('button', { name: 'Issue code' }).click()
  await expect.element(page.getByText(licence_code)).toBeVisible()
  await expect.poll(asksBeforeClosing).toBe(true)
  await expect.element(page.getByRole('button', { name: 'Start another' })).toBeDisabled()
  await page.getByRole('link', { name: 'Acts', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Leave without noting it?' })
  await expect.element(asked).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByText(licence_code)).toBeVisible()
  await page.getByRole('button', { name: 'I’ve noted it' }).click()
  await expect.poll(asksBeforeClosing).toBe(false)
  await expect.element(page.getByRole('button', { name: 'Start another' })).toBeEnabled()
  await page.getByRole('link', { name: 'Acts', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
})

test('an entry with the form’s own number asks like another, and loads nothing anew [proof 1436]', async () => {
  answerOffice({ 'list-holds': NO_HOLDS })
  await startConsole({ at: '/acts/list-holds' })
  await expect.element(page.getByRole('heading', { name: 'List holds' })).toBeVisible()
  const { state } = window.history
  window.location.hash = `#${RELEASE}`
  const form = await openForm()
  window.history.replaceState(state, '')
  fill(form, 'reason', 'The bank confirmed the deposit')
  const moved = vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
  onTestFinished(() => {
    moved.mockRestore()
  })
  window.history.back()
  await expect.element(question()).toBeVisible()
  expect(window.location.hash).toBe(`#${RELEASE}`)
  expect(moved).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'List holds' })).toBeVisible()
})

test('a form that is as the address filled it in, and one that was done, ask nothing [proof 1417]', async () => {
  answerOffice({ 'release-hold': success({ hold_id: HOLD_ID }), 'list-holds': NO_HOLDS })
  await startConsole({ at: RELEASE })
  const form = await openForm()
  fill(form, 'reason', 'Words')
  fill(form, 'reason', '')
  await page.getByRole('link', { name: 'Acts', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
  window.location.hash = `#${RELEASE}`
  const again = await openForm()
  fill(again, 'reason', 'The bank confirmed the deposit')
  again.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(asksBeforeClosing()).toBe(false)
  await page.getByRole('link', { name: 'Acts', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
})

test('a page older than the program says so, and is loaded anew after the form and not before [proof 1418]', async () => {
  const meta = document.createElement('meta')
  meta.name = 'page-build'
  meta.content = 'one'
  document.head.append(meta)
  const reloaded = vi.spyOn(reloading, 'now').mockImplementation(() => undefined)
  onTestFinished(() => {
    // A page that still thought so would be loaded anew for good.
    page_is_older.set(false)
    meta.remove()
    reloaded.mockRestore()
  })
  let build = 'one'
  answerOffice({
    'list-holds': () => ({ code: 200, msg: 'success', data: { items: [], next_cursor: null }, build }),
    'release-hold': success({ hold_id: HOLD_ID }),
  })
  await startConsole({ at: '/acts/list-holds' })
  await expect.element(page.getByText('Nothing here')).toBeVisible()
  window.location.hash = `#${RELEASE}`
  fill(await openForm(), 'reason', 'The bank confirmed the deposit')
  window.location.hash = '#/acts/list-holds'
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  build = 'two'
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(page.getByText(/This page is older than our system/)).toBeVisible()
  // What was typed for an act would be lost.
  window.location.hash = `#${RELEASE}`
  const form = await openForm()
  expect(standsIn(form, 'reason')).toBe('The bank confirmed the deposit')
  expect(reloaded).not.toHaveBeenCalled()
  form.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(reloaded).not.toHaveBeenCalled()
  await page.getByRole('link', { name: 'Acts', exact: true }).click()
  await expect.poll(() => reloaded.mock.calls.length).toBe(1)
})

test('a reading that one’s role may not make says whose it is, over what was read before [proof 1419]', async () => {
  await asDesktop()
  let is_allowed = true
  answerOffice({
    'list-holds': () =>
      is_allowed ? NO_HOLDS : refusal(405, 'Your role doesn’t allow this', { reason: 'staff_role_missing' }),
  })
  await startConsole({ at: '/acts/list-holds' })
  await expect.element(page.getByText('Nothing here')).toBeVisible()
  is_allowed = false
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(page.getByText(/It’s for support, risk/)).toBeVisible()
  await expect.element(page.getByText('Nothing here')).toBeVisible()
})
