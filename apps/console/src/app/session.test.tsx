import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { session } from '../lib/session.ts'
import { answerOffice, type Reply, refusal, session_over, success } from '../testing/fake-office.ts'
import { fill, standsIn } from '../testing/form-hands.ts'
import { buildPerson, startConsole } from '../testing/start-console.tsx'

const HOLD_ID = '01890000-0000-7000-8000-0000000000f1'
const RELEASE = `/acts/release-hold?hold_id=${HOLD_ID}`
const released = success({ hold_id: HOLD_ID })

async function actForm(container: HTMLElement): Promise<HTMLFormElement> {
  const find = () => container.querySelector<HTMLFormElement>('#content form')
  await expect.poll(find).not.toBeNull()
  const form = find()
  if (!form) throw new Error('there is no form')
  return form
}

async function logInAs(username: string | null): Promise<void> {
  if (username !== null) await page.getByLabelText('Name').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await page.getByLabelText('Code for two-step verification').fill('123456')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('who signs in sees the acts; a refusal stands at its field, and no password stays in the page [proof 1232]', async () => {
  const replies: Reply[] = [
    refusal(405, 'The code isn’t right', { reason: 'second_factor_wrong', field: 'totp' }),
    success(buildPerson()),
  ]
  const sent = answerOffice({ login: () => replies.shift() ?? null })
  await startConsole({ person: null })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await logInAs('mira')
  await expect.element(page.getByText('The code isn’t right')).toBeVisible()
  await expect.element(page.getByLabelText('Code for two-step verification')).toHaveValue('')
  await page.getByLabelText('Code for two-step verification').fill('654321')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
  expect(sent.map(({ input }) => input)).toEqual([
    { username: 'mira', password: 'a long password', totp: '123456' },
    { username: 'mira', password: 'a long password', totp: '654321' },
  ])
})

test('a session that ends in a form locks the screen; the same person goes on with the same intention [proof 1233]', async () => {
  const replies: Reply[] = [session_over, released]
  const sent = answerOffice({
    'release-hold': () => replies.shift() ?? null,
    login: success(buildPerson({ session_id: '01890000-0000-7000-8000-00000000000b' })),
  })
  const container = await startConsole({ at: RELEASE })
  const form = await actForm(container)
  fill(form, 'reason', 'The bank confirmed the deposit')
  form.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  // What was typed is kept, and nobody who comes by sees it.
  expect(standsIn(form, 'reason')).toBe('The bank confirmed the deposit')
  expect(form.checkVisibility()).toBe(false)
  await expect.element(page.getByLabelText('Name')).toHaveValue('mira')
  await logInAs(null)
  await expect.element(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  const asked = sent.filter(({ name }) => name === 'release-hold').map(({ input }) => input)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual(asked[0])
})

test('a session that ends while nobody does anything locks the screen by itself', async () => {
  const sent = answerOffice({ session: session_over })
  const form = await actForm(await startConsole({ at: RELEASE }))
  fill(form, 'reason', 'The bank confirmed the deposit')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(sent.map(({ name }) => name)).toEqual(['session'])
  expect(standsIn(form, 'reason')).toBe('The bank confirmed the deposit')
})

test('another person finds nothing of it [proof 1234]', async () => {
  const sent = answerOffice({
    'release-hold': session_over,
    login: success(buildPerson({ staff_id: '01890000-0000-7000-8000-000000000002', username: 'noor' })),
  })
  const container = await startConsole({ at: RELEASE })
  const form = await actForm(container)
  fill(form, 'reason', 'Words of somebody else')
  form.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await page.getByRole('button', { name: 'Log in as someone else' }).click()
  await logInAs('noor')
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
  expect(window.location.hash).toBe('#/acts')
  window.location.hash = RELEASE
  await expect.poll(async () => standsIn(await actForm(container), 'reason')).toBe('')
  expect(document.body.textContent).not.toContain('Words of somebody else')
  // What the first had under way is not sent in the name of the second.
  expect(sent.filter(({ name }) => name === 'release-hold')).toHaveLength(1)
  expect(sessionStorage.getItem('intentions')).not.toContain('Words of somebody else')
})

test('an act that wants a fresh proof asks for it and goes on; given up, it says so in the form [proof 1235]', async () => {
  const stale = refusal(405, 'Prove again who you are', { reason: 'proof_stale' })
  const replies: Reply[] = [stale, stale, released]
  const sent = answerOffice({
    'release-hold': () => replies.shift() ?? null,
    proof: success(buildPerson()),
  })
  const form = await actForm(await startConsole({ at: RELEASE }))
  fill(form, 'reason', 'The bank confirmed the deposit')
  form.requestSubmit()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Prove again who you are')).toBeVisible()
  expect(sent.map(({ name }) => name)).toEqual(['release-hold'])
  form.requestSubmit()
  await page.getByLabelText('Code for two-step verification').fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(sent.map(({ name }) => name)).toEqual(['release-hold', 'release-hold', 'proof', 'release-hold'])
})

test('another person in another tab, whose cookie this one would send, ends what stands here; the same one locks it by logging out [proof 1236]', async () => {
  answerOffice({})
  const other = new BroadcastChannel('adtally-office')
  const form = await actForm(await startConsole({ at: RELEASE }))
  fill(form, 'reason', 'Words of somebody else')
  other.postMessage({ staff_id: buildPerson().staff_id })
  other.postMessage({ staff_id: null })
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(standsIn(form, 'reason')).toBe('Words of somebody else')
  other.postMessage({ staff_id: '01890000-0000-7000-8000-000000000002' })
  await expect.element(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
  expect(document.querySelector('[name="reason"]')).toBeNull()
  other.close()
})

test('who logs out leaves nothing, with or without a connection', async () => {
  answerOffice({})
  const form = await actForm(await startConsole({ at: RELEASE }))
  fill(form, 'reason', 'Half a sentence')
  await userEvent.click(page.getByRole('button', { name: 'Log out' }))
  await expect.element(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
  expect(session.get()).toEqual({ at: 'nobody' })
  expect(window.location.hash).toBe('#/acts')
})
