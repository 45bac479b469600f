import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { Office } from '../../demo/office.ts'
import { askOffice, askOfficeForm, signInOver } from '../../testing/office/office-client.ts'
import { misledCheckers, previewedBookings } from '../../testing/office/previewed-bookings.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { giveCash } from '../../testing/worlds/build-marketplace.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'

const t = await testProgram()
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const office = new Office(t.services, t.modules, staff)
const customer = await buildCustomer(t.services)
await giveCash(t.services, customer.customer_id, 500_000_000n)
const [maker, checker] = [await signInOver(t, 'maker'), await signInOver(t, 'checker')]
await joinStaff(t.services, staff, { username: 'rika', roles: ['risk'] })
await joinStaff(t.services, staff, { username: 'cleo', roles: ['content'] })
const mona = await joinStaff(t.services, staff, { username: 'mona', roles: ['finance_maker', 'risk'] })
const [rika, cleo] = [await signInOver(t, 'rika'), await signInOver(t, 'cleo')]

interface Row {
  proposal_id: string
  payload_hash: string
  facts_hash: string
  hindrance: string | null
  says: string
  sum: string | null
  status: string
}

const theft = (amount: string) => ({
  ...{ customer: customer.customer_id, reason: 'account_theft', amount },
  ...{ evidence: 'Told us in the chat', report: `chat about ${amount}` },
})
/** Proposes a hold as the office's page does. */
async function proposed(amount: string): Promise<string> {
  const answer = await askOffice(
    t,
    'place-hold',
    { ...theft(amount), request_id: randomUUID() },
    { token: maker },
  )
  expect(answer.code, answer.text).toBe(200)
  return String(Object(answer.data).proposal_id)
}
async function page(
  token: string,
  asked: Record<string, string> = {},
): Promise<{ items: Row[]; next_cursor: string | null }> {
  const answer = await askOffice(t, 'list-proposals', asked, { method: 'GET', token })
  expect(answer.code, answer.text).toBe(200)
  return Object(answer.data)
}
/** All rows of a queue, a page at a time. */
async function queue(token: string, asked: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const found = await page(token, { ...asked, limit: '2', ...(cursor !== null && { cursor }) })
    rows.push(...found.items)
    cursor = found.next_cursor
  } while (cursor !== null)
  return rows
}
async function shown(proposal_id: string, token = checker) {
  const answer = await askOffice(t, 'show-proposal', { proposal_id }, { method: 'GET', token })
  return Object(answer.data)
}
const approve = (input: Record<string, unknown>, token = checker) => askOffice(t, 'approve', input, { token })
const seen = async (proposal_id: string) => {
  const { payload_hash, facts_hash } = await shown(proposal_id)
  return { proposal_id, payload_hash, facts_hash }
}
const idsOf = (rows: readonly Row[]) => rows.map(({ proposal_id }) => proposal_id)
const holds = () =>
  t.system(async (tx) => {
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from wallet.holds`.execute(tx)
    return rows[0]?.held ?? 0
  })

describe('approving over HTTP', () => {
  test('takes both digests of what was seen: without one, or with another, nothing is done [proof 1260]', async () => {
    const proposal_id = await proposed('1.00')
    const before = await holds()
    const whole = await seen(proposal_id)
    for (const missing of ['payload_hash', 'facts_hash']) {
      const { [missing]: _gone, ...partly } = { ...whole } as Record<string, string>
      expect((await approve(partly)).data).toMatchObject({ reason: 'field_required', field: missing })
    }
    for (const other of ['payload_hash', 'facts_hash']) {
      const refused = await approve({ ...whole, [other]: 'a'.repeat(64) })
      expect(refused.data).toMatchObject({
        reason: 'proposal_changed',
        ...{ payload_hash: whole.payload_hash },
      })
    }
    expect(await holds()).toBe(before)
    expect((await approve(whole)).code, 'control: with both').toBe(200)
    expect(await holds()).toBe(before + 1)
  })

  test('other facts are refused with both sides and the digest of the new ones, which approves just those [proof 1261]', async () => {
    const lower = await office.run('policy-propose', { set: ['plan_amount_max=4000'], reason: 'less' })
    const first = String(lower.proposal_id)
    const whole = await seen(first)
    const raise = { set: ['plan_amount_max=6000', 'vip_price=19'], reason: 'more' }
    const other = await office.run('policy-propose', raise, mona)
    await office.check('approve', { proposal_id: other.proposal_id })
    const refused = await approve(whole)
    const { seen: was, now, facts_hash } = Object(refused.data)
    expect(refused.data).toMatchObject({ reason: 'proposal_changed' })
    expect([was.before, now.before]).toEqual([
      { plan_amount_max: '5000.00 USD' },
      { plan_amount_max: '6000.00 USD' },
    ])
    expect((await shown(first)).status).toBe('open')
    expect((await approve({ ...whole, facts_hash })).code, 'control: seen anew').toBe(200)
  })

  test('of a hundred at once one wins, and the others read who decided and when [proof 1262]', async () => {
    const proposal_id = await proposed('2.00')
    const before = await holds()
    const whole = await seen(proposal_id)
    const answers = await Promise.all(Array.from({ length: 100 }, () => approve(whole)))
    const refused = answers.filter(({ code }) => code !== 200)
    expect(refused).toHaveLength(99)
    const [decision] = await t.db.asOwner(
      `select decided_at from operators.decisions where proposal_id = '${proposal_id}'`,
    )
    const decided_at = decision?.decided_at instanceof Date ? decision.decided_at.toISOString() : ''
    for (const { data, text } of refused) {
      expect(data).toMatchObject({
        reason: 'proposal_decided',
        decided: { verdict: 'approved', checker_username: 'checker', decided_at },
      })
      expect(text).toContain('by checker at ')
    }
    expect(await holds()).toBe(before + 1)
  })
})

describe('the inbox', () => {
  test('has a queue for each thing one may want, and says of each row why one may not decide it [proof 1263]', async () => {
    const open = [await proposed('3.00'), await proposed('4.00'), await proposed('5.00')]
    const hindrances = async (token: string, asked: Record<string, string>) =>
      new Map((await queue(token, asked)).map(({ proposal_id, hindrance }) => [proposal_id, hindrance]))
    const mine = await hindrances(maker, { queue: 'mine' })
    const others = await hindrances(cleo, { queue: 'by_others' })
    for (const id of open) {
      expect(mine.get(id)).toBe('own')
      expect(others.get(id)).toBe('role')
    }
    expect((await page(maker, { queue: 'by_others' })).items.map(({ hindrance }) => hindrance)).not.toContain(
      'own',
    )
    expect(await queue(cleo, { queue: 'waiting_for_me' })).toEqual([])
    const waiting = await queue(rika, { queue: 'waiting_for_me' })
    expect(idsOf(waiting)).toEqual(expect.arrayContaining(open))
    expect(new Set(waiting.map(({ hindrance }) => hindrance))).toEqual(new Set([null]))
    expect(await reasonOf(office.run('approve', { proposal_id: open[0] }))).toBe('four_eyes')
  })

  test('is narrowed by action, customer and sum, and its pages show each row once, in order [proof 1264]', async () => {
    const asked = { queue: 'waiting_for_me', action: 'hold.place', customer: customer.username }
    const all = await queue(rika, asked)
    expect(all.map(({ sum }) => sum)).toEqual(['3.00', '4.00', '5.00'])
    expect(await queue(rika, { ...asked, sum_min: '4.00' })).toEqual(all.slice(1))
    expect(await queue(rika, { ...asked, sum_min: '3.01', sum_max: '4.99' })).toEqual(all.slice(1, 2))
    expect(await queue(rika, { ...asked, action: 'withdrawal.approve' })).toEqual([])
    const unknown = await askOffice(
      t,
      'list-proposals',
      { customer: 'nobody' },
      { method: 'GET', token: rika },
    )
    expect(unknown.data).toMatchObject({ reason: 'record_not_found', field: 'customer' })
    const { next_cursor } = await page(rika, { ...asked, limit: '1' })
    const elsewhere = { queue: 'mine', cursor: String(next_cursor) }
    const refused = await askOffice(t, 'list-proposals', elsewhere, { method: 'GET', token: rika })
    expect(refused.data).toMatchObject({ reason: 'cursor_invalid' })
    const decided = await queue(rika, { queue: 'decided', action: 'hold.place' })
    expect(decided.map(({ status, hindrance }) => [status, hindrance])).toEqual(
      decided.map(() => ['approved', 'ended']),
    )
    expect(decided).toHaveLength(2)
  })

  test('gives what was refused back to its maker as they gave it, without secrets and files, and to nobody else [proof 1265]', async () => {
    const asked = { ...theft('6.00'), request_id: randomUUID() }
    const answer = await askOfficeForm(t, 'place-hold', asked, ['evidence_file'], maker)
    const proposal_id = String(Object(answer.data).proposal_id)
    const refuse = (reason: string) =>
      askOffice(t, 'refuse-proposal', { proposal_id, reason }, { token: checker })
    expect((await refuse('')).data).toMatchObject({ reason: 'field_required', field: 'reason' })
    expect((await shown(proposal_id)).status).toBe('open')
    expect((await refuse('Whose account is it?')).data).toMatchObject({ verdict: 'refused' })
    expect(idsOf(await queue(maker, { queue: 'given_back' }))).toEqual([proposal_id])
    expect(idsOf(await queue(checker, { queue: 'given_back' }))).toEqual([])
    expect(await shown(proposal_id, maker)).toMatchObject({
      decision_reason: 'Whose account is it?',
      given: { name: 'place-hold', fields: theft('6.00') },
    })
    expect(JSON.stringify((await shown(proposal_id, maker)).given)).not.toContain('evidence_file')
    expect(await shown(proposal_id)).not.toHaveProperty('given')
  })
})

describe('several together', () => {
  const line = ({ proposal_id, payload_hash, facts_hash }: Row) =>
    `${proposal_id}:${payload_hash}:${facts_hash}`
  const together = (lines: readonly string[], token = checker) =>
    askOffice(t, 'approve-together', { seen: lines }, { token })

  test('are of one action, fifty at most, and each has a result of its own [proof 1266]', async () => {
    const waiting = await queue(rika, { queue: 'waiting_for_me', action: 'hold.place' })
    const [first, second, third] = waiting.map(line)
    const other = await office.run('reset-login-password', { customer: customer.customer_id, reason: 'lost' })
    const of_another = await shown(String(other.proposal_id))
    expect((await together([first ?? '', line(of_another)])).data).toMatchObject({ reason: 'state_conflict' })
    // It shows a link once, which together with others nobody would read.
    expect((await together([line(of_another)])).data).toMatchObject({ reason: 'state_conflict' })
    expect((await together(Array(51).fill(first))).data).toMatchObject({ reason: 'field_too_long' })
    expect((await together([])).data).toMatchObject({ reason: 'field_required' })
    const before = await holds()
    const changed = `${second?.slice(0, -64)}${'c'.repeat(64)}`
    const answer = await together([first ?? '', changed, third ?? '', first ?? ''])
    expect(answer.data).toMatchObject({
      ...{ action: 'hold.place', approved: 2, sum: '8.00' },
      items: [
        { is_approved: true, refused: null },
        { is_approved: false, refused: 'proposal_changed', now: expect.stringContaining('Hold 4.00') },
        { is_approved: true },
        { is_approved: false, refused: 'proposal_decided', checker_username: 'checker' },
      ],
    })
    expect(await holds()).toBe(before + 2)
    expect(idsOf(await queue(rika, { queue: 'waiting_for_me', action: 'hold.place' }))).toEqual(
      idsOf(waiting.slice(1, 2)),
    )
  })
})

test('what is booked is what was shown before; control: another sum in what was shown is found [proof 1267]', async () => {
  const approvals = await previewedBookings(t.db.asOwner, t.services.settings.currency)
  const placed = approvals.filter(({ action }) => action === 'hold.place')
  expect(placed.map(({ seen: told }) => told?.length)).toEqual(placed.map(() => 1))
  expect(placed.length).toBeGreaterThan(3)
  expect(misledCheckers(approvals)).toEqual([])
  const told = placed.map((one) => ({
    ...one,
    seen: one.seen?.map((text) => text.replace('.00', '.000001')) ?? null,
  }))
  expect(misledCheckers(told)).toHaveLength(placed.length)
})

test('an act that draws a number says so and is only described, so that no number is missing afterwards [proof 1269]', async () => {
  const numbers = async () =>
    (await t.db.asOwner('select last_value::int, is_called from wallet.return_numbers'))[0]
  const before = await numbers()
  const stranger = { name: 'A Stranger', account: 'DE89370400440532013000', remittance: 'none' }
  await office.importPayments([{ bank_reference: 'R1', amount: '7.00', ...stranger }])
  const line_id = await office.lineOf('R1')
  const { proposal_id } = await office.run('return-deposit', { line_id, reason: 'Nobody knows them' })
  const looked = await shown(String(proposal_id))
  expect(looked).toMatchObject({ draws_number: true, booked: null, now: { booked: null, sum: '7.00' } })
  expect(await numbers()).toEqual(before)
  await office.check('approve', { proposal_id })
  expect(await numbers(), 'control: carried out').not.toEqual(before)
})
