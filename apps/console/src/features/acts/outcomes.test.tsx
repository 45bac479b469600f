import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerOffice, type Reply, refusal, type Sent, success } from '../../testing/fake-office.ts'
import { fill, standsIn, wrongIn } from '../../testing/form-hands.ts'
import { startConsole } from '../../testing/start-console.tsx'

const HOLD_ID = '01890000-0000-7000-8000-0000000000f1'
const PROPOSAL_ID = '01890000-0000-7000-8000-0000000000c1'
const proposed = success({
  proposal_id: PROPOSAL_ID,
  payload_hash: 'a'.repeat(64),
  expires_at: '2026-12-01T12:00:00.000Z',
  subject_id: HOLD_ID,
  says: 'Extend the hold of 25.00 by five days',
})

/** What was sent of the act; the page also looks at its session every few seconds. */
function ofAct(sent: readonly Sent[]): Sent[] {
  return sent.filter(({ name }) => name === 'extend-hold')
}

async function extending(): Promise<HTMLFormElement> {
  const container = await startConsole({ at: `/acts/extend-hold?hold_id=${HOLD_ID}` })
  const find = () => container.querySelector<HTMLFormElement>('#content form')
  await expect.poll(find).not.toBeNull()
  const form = find()
  if (!form) throw new Error('there is no form')
  fill(form, 'reason', 'The documents are under way')
  return form
}

test('a reply that is lost leaves the act not known, and the same request settles it [proof 1237]', async () => {
  const replies: Reply[] = [null, null, proposed]
  const sent = answerOffice({ 'extend-hold': () => replies.shift() ?? null })
  const form = await extending()
  form.requestSubmit()
  await expect.element(page.getByText('We don’t know yet whether this was done')).toBeVisible()
  // What may have been done is not typed over.
  expect(form.querySelector('fieldset')?.disabled).toBe(true)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => ofAct(sent).length).toBe(2)
  // A connection that comes back asks by itself.
  await expect.element(page.getByRole('button', { name: 'Ask again' })).toBeVisible()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Extend the hold of 25.00 by five days')).toBeVisible()
  const ids = new Set(ofAct(sent).map(({ input }) => input.request_id))
  expect(ofAct(sent)).toHaveLength(3)
  expect(ids.size).toBe(1)
  expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/)
  await expect
    .element(page.getByRole('link', { name: 'See the proposal' }))
    .toHaveAttribute('href', `#/approvals/${PROPOSAL_ID}?queue=mine`)
})

test('other content, and the same once it was answered, are intentions of their own [proof 1238]', async () => {
  const replies: Reply[] = [null]
  const sent = answerOffice({
    'extend-hold': () => (replies.length > 0 ? (replies.shift() ?? null) : proposed),
  })
  const form = await extending()
  form.requestSubmit()
  await page.getByRole('button', { name: 'Change it' }).click()
  for (const reason of ['Another reason', 'Another reason', 'The documents are under way']) {
    const open = () => document.querySelector<HTMLFormElement>('#content form')
    await expect.poll(open).not.toBeNull()
    const again = open() ?? form
    fill(again, 'hold_id', HOLD_ID)
    fill(again, 'reason', reason)
    again.requestSubmit()
    await page.getByRole('button', { name: 'Start another' }).click()
  }
  const ids = ofAct(sent).map(({ input }) => input.request_id)
  expect(new Set(ids).size).toBe(3)
  // What was never answered is still the same intention.
  expect(ids[3]).toBe(ids[0])
})

test('a refusal stands at its field with the program’s own words, or over the button [proof 1239]', async () => {
  const replies: Reply[] = [
    refusal(405, 'There is no such hold', { reason: 'record_not_found', field: 'hold_id' }),
    refusal(405, 'The hold has its ten days', { reason: 'hold_days_exhausted' }),
  ]
  answerOffice({ 'extend-hold': () => replies.shift() ?? null })
  const form = await extending()
  form.requestSubmit()
  await expect.element(page.getByText('There is no such hold')).toBeVisible()
  await expect.poll(() => wrongIn(form)).toEqual(['hold_id'])
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('hold_id')
  expect(standsIn(form, 'reason')).toBe('The documents are under way')
  fill(form, 'hold_id', HOLD_ID.replace('f1', 'f2'))
  expect(wrongIn(form)).toEqual([])
  form.requestSubmit()
  await expect.element(page.getByText('The hold has its ten days')).toBeVisible()
})

test('what is typed is found again by who looked something up meanwhile [proof 1240]', async () => {
  answerOffice({ 'list-holds': success({ items: [], next_cursor: null }) })
  await extending()
  window.location.hash = '#/acts/list-holds'
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'List holds' })).toBeVisible()
  window.location.hash = `#/acts/extend-hold?hold_id=${HOLD_ID}`
  await expect.element(page.getByLabelText('Reason')).toHaveValue('The documents are under way')
})

test('an intention whose outcome is not known is kept over a reload however long its words, and none of them with it [proof 1284]', async () => {
  const sent = answerOffice({ 'extend-hold': null })
  const form = await extending()
  const words = 'The documents are under way. '.repeat(15)
  fill(form, 'reason', words)
  form.requestSubmit()
  await expect.element(page.getByText('We don’t know yet whether this was done')).toBeVisible()
  const kept = sessionStorage.getItem('intentions')
  expect(kept).toContain(String(ofAct(sent)[0]?.input.request_id))
  expect(kept).not.toContain('The documents')
})
