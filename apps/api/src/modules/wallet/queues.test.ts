import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { refusalOf } from '../../testing/reason-of.ts'
import { rowsRead } from '../../testing/rows-read.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { runVerb, verbsOf } from '../operators/index.ts'
import { allOpenHolds } from './holds/holds.repository.ts'
import { openWithdrawals } from './repository.ts'
import { bankDesk } from './testing/bank-desk.ts'

type Printed = Record<string, unknown>

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const customer = await desk.customer('10.00')

async function page(verb: string, flags: Printed = {}): Promise<{ items: Printed[]; next_cursor: unknown }> {
  const found = verbsOf(t.modules).find(({ name }) => name === verb)
  if (!found) throw new RangeError(`there is no verb ${verb}`)
  return Object(await runVerb(t.services, found, staff.maker, flags))
}

/** The values of `key` in all rows, page after page; calls `between` after each page but the last. */
async function walk(
  verb: string,
  key: string,
  limit: string,
  between?: () => Promise<void>,
): Promise<string[]> {
  const seen: string[] = []
  let cursor: unknown
  do {
    const { items, next_cursor } = await page(verb, { limit, ...(cursor !== undefined && { cursor }) })
    expect(items.length).toBeLessThanOrEqual(Number(limit))
    seen.push(...items.map((item) => String(item[key])))
    // A list that returns to an earlier place would never end.
    expect(seen.length).toBeLessThan(500)
    cursor = next_cursor ?? undefined
    if (cursor !== undefined) await between?.()
  } while (cursor !== undefined)
  return seen
}

/** Plants rows directly: a long queue is just many rows with different times. */
async function plant(table: string, insert: string): Promise<void> {
  await t.db.asOwner(
    `begin; set local adtally.scope = 'system'; alter table ${table} disable trigger user;
    ${insert}; set constraints all immediate;
    alter table ${table} enable trigger user; commit`,
  )
}

interface Asked {
  withdrawal_id: string
  /** Microseconds from now until its deadline. */
  in_us: number
  status: 'held' | 'requested' | 'sent'
}
const asked = (in_us: number, status: Asked['status'] = 'requested'): Asked => ({
  ...{ withdrawal_id: newId(), in_us, status },
})
const NOON = "timestamptz '2030-01-01 12:00:00.000500+00'"

async function plantWithdrawals(rows: readonly Asked[]): Promise<void> {
  const { customer_id, beneficiary_id } = customer
  const values = rows.map(
    ({ withdrawal_id, in_us, status }) =>
      `('${withdrawal_id}', 'W' || nextval('wallet.withdrawal_numbers'), '${customer_id}', '${beneficiary_id}', 1000000, 0,
      '${status}', platform.now(), ${NOON} + ${in_us} * interval '1 microsecond',
      ${status === 'sent' ? 'platform.now(), 1000000' : 'null, null'})`,
  )
  await plant(
    'wallet.withdrawals',
    `insert into wallet.withdrawals (withdrawal_id, number, customer_id, beneficiary_id, amount_micros, rail_fee_micros,
      status, requested_at, send_by, sent_at, payout_micros) values ${values.join(', ')}`,
  )
}

test('of more open withdrawals than a page holds, the one to be sent next stands first, and each stands on one page while others come [proof 260]', async () => {
  // The oldest one has the nearest deadline; a list by age, newest first, would cut it from the page of 200.
  const nearest = asked(0)
  // Many within one millisecond, which is the resolution of a JavaScript date, and some at the same time.
  const waiting = Array.from({ length: 200 }, (_, index) => asked(1 + (((200 - index) * 7) % 61)))
  const resting = [asked(-9_000_000, 'sent'), asked(-8_000_000, 'sent'), asked(-7_000_000, 'held')]
  await plantWithdrawals([nearest, ...waiting, ...resting])
  const byDeadline = (rows: readonly Asked[]) =>
    rows
      .toSorted((one, other) => one.in_us - other.in_us || (one.withdrawal_id < other.withdrawal_id ? -1 : 1))
      .map(({ withdrawal_id }) => withdrawal_id)

  const first = await page('list-withdrawals')
  expect(first.items).toHaveLength(200)
  expect(first.items[0]).toMatchObject({ withdrawal_id: nearest.withdrawal_id })
  expect(first.next_cursor).toEqual(expect.any(String))

  const late: Asked[] = []
  const found = await walk('list-withdrawals', 'withdrawal_id', '40', async () => {
    const [passed, ahead] = [asked(-1), asked(1_000 + late.length)]
    late.push(ahead)
    await plantWithdrawals([passed, ahead])
  })
  // Rows added behind the reader wait for the next reading, rows added ahead are in this one, none is repeated.
  expect(found).toEqual([...byDeadline([nearest, ...waiting, ...late]), ...byDeadline(resting)])
})

test('a page of the withdrawals reads a page, and not the queue', async () => {
  await t.db.asOwner('analyze wallet.withdrawals')
  const read = (after: Parameters<typeof openWithdrawals>[1]) =>
    rowsRead(t.services.database, 'wallet.withdrawals', (tx) => openWithdrawals(tx, after, 5))
  const one = await read(null)
  const two = await read(one.found.at(-1)?.place ?? null)
  expect(two.found).toHaveLength(5)
  expect([one.rows, two.rows]).toEqual([5, 5])
})

test('holds stand by their deadlines, and those whose clock stands still after all others [proof 261]', async () => {
  const hold = (hours: number, stopped: boolean) => ({ hold_id: newId(), hours, stopped })
  const running = [hold(70, false), hold(3, false), hold(12, false), hold(12, false), hold(1, false)]
  const standing = [hold(-20, true), hold(-30, true)]
  const values = [...running, ...standing].map(
    ({ hold_id, hours, stopped }, index) =>
      `('${hold_id}', '${customer.customer_id}', 'new_beneficiary', 'available', 1, '\\x0${index}', 'planted', ${NOON},
      ${NOON} + ${hours} * interval '1 hour', ${stopped ? NOON : 'null'})`,
  )
  await plant(
    'wallet.holds',
    `insert into wallet.holds (hold_id, customer_id, reason, source, amount_micros, fact_hash, evidence, created_at,
      deadline, clock_stopped_at) values ${values.join(', ')}`,
  )
  const inOrder = (rows: readonly { hold_id: string; hours: number }[]) =>
    rows
      .toSorted((one, other) => one.hours - other.hours || (one.hold_id < other.hold_id ? -1 : 1))
      .map(({ hold_id }) => hold_id)
  expect(await walk('list-holds', 'hold_id', '2')).toEqual([...inOrder(running), ...inOrder(standing)])
  const [first] = await t.system((tx) => allOpenHolds(tx, null, 1))
  expect(first?.row).toMatchObject({ documents: [], appeals: [] })
})

test('proposals stand by when they expire, and those that have ended by when, the last first', async () => {
  const proposals = [5, 2, 9, 2].map((hours) => ({ proposal_id: newId(), hours }))
  const facts = JSON.stringify({ says: 'Planted', before: {}, after: {}, sum_micros: null, booked: null })
  const values = proposals.map(
    ({ proposal_id, hours }) =>
      `('${proposal_id}', 'test.act', 'test', '${proposal_id}', '{}', '\\x00', '${facts}', 'planted', '${staff.maker.staff_id}',
      platform.now(), platform.now() + ${hours} * interval '1 hour')`,
  )
  await plant(
    'operators.proposals',
    `insert into operators.proposals (proposal_id, action, subject_kind, subject_id, payload, payload_hash, facts,
      reason, maker_id, proposed_at, expires_at) values ${values.join(', ')}`,
  )
  await plant(
    'operators.open_proposals',
    `insert into operators.open_proposals (proposal_id, action, subject_kind, subject_id, about, checkers, maker_id, expires_at)
      select proposal_id, action, subject_kind, subject_id, '{}', '', maker_id, expires_at from operators.proposals
      where action = 'test.act'`,
  )
  const soonest = proposals.toSorted(
    (one, other) => one.hours - other.hours || (one.proposal_id < other.proposal_id ? -1 : 1),
  )
  expect(await walk('list-proposals', 'proposal_id', '1')).toEqual(
    soonest.map(({ proposal_id }) => proposal_id),
  )
  await t.advance(3 * 3_600_000)
  const { items, next_cursor } = await page('list-proposals', { queue: 'decided', limit: '1' })
  expect(items.map(({ proposal_id }) => proposal_id)).toEqual([soonest[1]?.proposal_id])
  // A cursor of one list is invalid in another.
  expect(await refusalOf(page('list-proposals', { cursor: next_cursor }))).toMatchObject({
    ...{ reason: 'cursor_invalid', details: { field: 'cursor' } },
  })
})

test('bank lines that wait stand oldest first, also by kind', async () => {
  const lines = (amounts: readonly string[]) =>
    desk.importLines(amounts.map((amount) => ({ amount, name: 'Nobody', account: '', remittance: 'none' })))
  await lines(['1.00', '2.00', '-1.00', '3.00'])
  const all = await walk('list-bank-lines', 'line_id', '1')
  expect(new Set(all).size).toBe(4)
  expect(all).toEqual(await walk('list-bank-lines', 'line_id', '500'))
  expect((await page('list-bank-lines', { kind: 'paid_in', limit: '2' })).items).toHaveLength(2)
})

/** Lists that are short by nature and returned whole. */
const WHOLE = [
  'host-list',
  'list-acceptors',
  'list-claims',
  'list-own-factors',
  'list-own-sessions',
  'list-staff',
  'list-texts',
  'list-verbs',
  'list-votes',
]

test('every verb that lists goes by pages, and refuses a broken cursor and a page too large [proof 262]', async () => {
  const lists = verbsOf(t.modules).filter(({ name }) => /^list-|-list$|^show-(chat|guest)$/.test(name))
  const paged = lists.filter(({ request }) => 'cursor' in request.shape)
  expect(
    lists
      .filter((verb) => !paged.includes(verb))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(WHOLE)
  expect(paged.length).toBeGreaterThan(20)
  for (const { name, request } of paged) {
    const flags = {
      ...('customer' in request.shape && name !== 'list-feedback' && { customer: customer.username }),
      ...('guest' in request.shape && { guest: 'guest-1' }),
    }
    const run = verbsOf(t.modules).find((verb) => verb.name === name)
    const tried = (more: Printed) =>
      refusalOf(Promise.resolve(run?.run(t.services, staff.maker, { ...flags, ...more })))
    for (const cursor of ['', 'x', 'eHx8', 'x'.repeat(300)]) {
      const told = await tried({ cursor })
      expect([name, told?.reason, told?.details.field]).toEqual([name, 'cursor_invalid', 'cursor'])
    }
    for (const limit of ['0', '501', '1.5', 'many']) {
      const told = await tried({ limit })
      expect([name, told?.reason, told?.details.field]).toEqual([name, 'field_invalid', 'limit'])
    }
  }
})
