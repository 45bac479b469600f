import { intentionId } from '@adtally/client/intentions.ts'
import { OFFICE_PERSON_HEADER } from '@adtally/contract/operator/statement/session.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { begin, session } from '../lib/session.ts'
import { answerOffice, type Reply, refusal, session_over, success } from '../testing/fake-office.ts'
import { fill, standsIn } from '../testing/form-hands.ts'
import { buildPerson, staffPerson, startConsole } from '../testing/start-console.tsx'

const HOLD_ID = '01890000-0000-7000-8000-0000000000f1'
const RELEASE = `/acts/release-hold?hold_id=${HOLD_ID}`
/** As long as it may take until a page notices that its session was ended elsewhere. */
const SECONDS_MS = 5_000
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
  const logins = sent.filter(({ name }) => name === 'login')
  expect(logins.map(({ input }) => input)).toEqual([
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
    logout: session_over,
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
  other.postMessage({ person_id: buildPerson().staff_id })
  other.postMessage({ person_id: null })
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(standsIn(form, 'reason')).toBe('Words of somebody else')
  other.postMessage({ person_id: '01890000-0000-7000-8000-000000000002' })
  await expect.element(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
  expect(document.querySelector('[name="reason"]')).toBeNull()
  other.close()
})

test('who logs out is logged out once the server says so; until then the page claims nothing and tries again [proof 1280]', async () => {
  const replies: Reply[] = [null, refusal(500, 'Something failed', { reason: 'server_error' }), success({})]
  const sent = answerOffice({ logout: () => replies.shift() ?? null })
  const form = await actForm(await startConsole({ at: RELEASE }))
  fill(form, 'reason', 'Half a sentence')
  await userEvent.click(page.getByRole('button', { name: 'Log out', exact: true }))
  await expect.element(page.getByRole('heading', { name: 'This screen is locked' })).toBeVisible()
  await expect.element(page.getByText('You may still be logged in there', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Log out again' }).click()
  await expect.poll(() => sent.length).toBe(2)
  await expect.element(page.getByRole('button', { name: 'Log out again' })).toBeVisible()
  expect(session.get()).toMatchObject({ at: 'locked' })
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
  expect(sent.map(({ name }) => name)).toEqual(['logout', 'logout', 'logout'])
  expect(session.get()).toEqual({ at: 'nobody' })
  expect(window.location.hash).toBe('#/acts')
  expect(document.querySelector('[name="reason"]')).toBeNull()
})

test('each call says whose page it is, and who was told that this is over sees it within seconds [proof 1281]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let is_over = false
  const sent = answerOffice({ session: () => (is_over ? session_over : success(buildPerson())) })
  const form = await actForm(await startConsole({ at: RELEASE }))
  fill(form, 'reason', 'The bank confirmed the deposit')
  vi.advanceTimersByTime(SECONDS_MS)
  await expect.poll(() => sent.length).toBe(1)
  expect(session.get()).toMatchObject({ at: 'here' })
  is_over = true
  vi.advanceTimersByTime(SECONDS_MS)
  await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(sent.map(({ headers }) => headers[OFFICE_PERSON_HEADER])).toEqual(
    sent.map(() => buildPerson().staff_id),
  )
  expect(standsIn(form, 'reason')).toBe('The bank confirmed the deposit')
})

test('an answer that was asked before somebody logged out brings nobody back, and the same answer draws nothing anew [proof 1431]', async () => {
  const held = Promise.withResolvers<Reply>()
  let is_held = false
  const sent = answerOffice({
    session: () => (is_held ? held.promise : success(buildPerson())),
    logout: success({}),
    login: success(buildPerson({ staff_id: '01890000-0000-7000-8000-000000000002', username: 'noor' })),
  })
  await startConsole()
  const before = session.get()
  // More than once, as the page listens only once it is drawn.
  const looksUntilSent = (count: number) =>
    expect
      .poll(() => {
        document.dispatchEvent(new Event('visibilitychange'))
        return sent.length
      })
      .toBeGreaterThanOrEqual(count)
  // By the time that the third is sent, the first has been answered.
  await looksUntilSent(3)
  expect(session.get()).toBe(before)
  is_held = true
  await looksUntilSent(sent.length + 1)
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible()
  held.resolve(success(buildPerson()))
  // By the time that another has signed in, the held answer has come.
  await logInAs('noor')
  await expect.element(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
  expect(session.get()).toMatchObject({ at: 'here', person: { name: 'noor' } })
})

test('what the tab keeps is its person’s: after a reload another finds neither intention nor address, and the same one both [proof 1282]', async () => {
  answerOffice({ login: success(buildPerson()) })
  await startConsole({ person: null, at: RELEASE })
  // As a reload leaves it: nobody is here, and the storage is the first person's.
  sessionStorage.setItem('office-person', buildPerson().staff_id)
  const before = intentionId(`${buildPerson().staff_id} release-hold`, 'content')
  begin(staffPerson())
  expect(intentionId(`${buildPerson().staff_id} release-hold`, 'content')).toBe(before)
  expect(window.location.hash).toBe(`#${RELEASE}`)
  session.set({ at: 'nobody' })
  begin(staffPerson({ staff_id: '01890000-0000-7000-8000-000000000002', username: 'noor' }))
  expect(sessionStorage.getItem('intentions')).toBe('{}')
  expect(window.location.hash).toBe('#/acts')
})

test('a small screen says who is logged in', async () => {
  answerOffice({})
  await startConsole()
  await expect.element(page.getByText('Logged in as mira')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})
