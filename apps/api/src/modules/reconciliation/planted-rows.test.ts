import type { Proof } from '@adtally/contract/operator/finance/books.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { LETTER } from '../../testing/office/letter.ts'
import { LivedBooks, type Seen } from './testing/lived-books.ts'

const HOUR_MS = 3_600_000

const books = await LivedBooks.open()
afterAll(() => books.close())
const settled = await books.settlePlan()
const running = await books.place('10.00')
const held = await books.withdraw('20.00')
const all_of_it = { reason: 'account_theft', amount: '20.00', report: 'message 1', withdrawal_number: held }
const hold = await books.hold(all_of_it)
await books.live(5 * HOUR_MS)
await books.world.office.run('release-hold', { hold_id: hold, reason: 'explained' })
const plain = await books.withdraw('10.00')
await books.hold({ reason: 'identity_documents', amount: '3.00', documents: 'Passport; Letter' })
const theft = await books.hold({ reason: 'account_theft', amount: '2.00', report: 'message 2' })
await books.hold({
  ...{ reason: 'court_order', amount: '1.00', authority: 'District court' },
  evidence_file: LETTER,
})
// Later requests get other limits; earlier ones keep those that they were promised.
const set = ['withdrawal_send_limit_ms=2d', 'hold_limit_ms=2d', 'beneficiary_wait_ms=12h']
await books.world.office.decide('policy-propose', { set, reason: 'sooner' })
await books.world.process().services.policies.reload()
await books.rebind()
await books.withdraw('5.00')
await books.hold({ reason: 'account_theft', amount: '1.50', report: 'message 3' })

test('PRODUCT §2: a life with a correction, a pause, documents outstanding and a new beneficiary leaves no difference [proof 95]', async () => {
  const [there] = await books.world.books.rows<Record<string, bigint>>(
    `select (select max(revision)::bigint from plans.results) as revisions,
       (select count(*) from wallet.withdrawal_pauses) as pauses,
       (select count(*) from wallet.holds where clock_stopped_at is not null) as stopped,
       (select count(*) from wallet.holds where reason = 'new_beneficiary') as waiting,
       (select count(distinct send_by - requested_at) from wallet.withdrawals) as promises,
       (select count(*) from statistics.plan_minutes where invalid_events > 0) as invalid`,
  )
  expect(there).toMatchObject({ revisions: 3n, pauses: 1n, stopped: 1n, waiting: 1n, promises: 3n })
  expect(there?.invalid).toBeGreaterThan(0n)
  expect(await books.reconcile()).toMatchObject({ differences: 0, opened: 0 })
})

/** Who changes which table, how, and how the owner undoes it. */
interface Planting {
  by: 'program' | 'owner'
  table: string
  plant: string
  undo: string
  proof: Proof
  subject: RegExp
}

/** Plants a fault, runs the proof and undoes the fault; answers what the proof saw. */
async function find({ by, table, plant, undo, proof, subject }: Planting): Promise<Seen | undefined> {
  if (by === 'program') await books.byProgram(plant)
  else await books.byOwner(table, plant)
  const seen = (await books.seen()).filter((one) => one.proof === proof)
  await books.byOwner(table, undo)
  expect(seen.map((one) => one.subject).join()).toMatch(subject)
  expect(await books.reconcile(), 'undone').toMatchObject({ differences: 0, opened: 0 })
  return seen[0]
}

/** A forged result that makes a plan look better than it was. */
function typedResult(plan_id: string, revision: number, spend_micros: bigint): string {
  return `insert into plans.results (
      plan_id, revision, customer_id, product_id, advertiser_id, settled_at, created_at, cause, policy_version,
      amount_micros, cash_spend_micros, discount_spend_micros, startup_spend_micros, spend_fee_micros, revenue_micros,
      startup_return_micros, profit_share_micros, customer_micros, rebate_micros, platform_fee_micros,
      related_spend_micros, related_revenue_micros, transfers, conversion_id)
    select plan_id, ${revision}, customer_id, product_id, advertiser_id,
      coalesce((select max(settled_at) from plans.results where results.plan_id = plans.plan_id), platform.now()),
      platform.now(), '${revision > 1 ? 'owed' : 'settlement'}', policy_version, amount_micros, ${spend_micros}, 0, 0, 0,
      ${spend_micros}, 0, 0, ${spend_micros}, 0, 0, 0, 0, '{}',
      ${revision > 1 ? 'plan_id' : 'null'}
    from plans.plans where plan_id = '${plan_id}'`
}

describe('a published result is what the ledger says of its settlement', () => {
  const table = 'plans.results'

  test('typed for a plan that has not settled, it is a difference [proof 96]', async () => {
    const undo = `delete from plans.results where plan_id = '${running}'`
    const plant = typedResult(running, 1, 0n)
    await expect(books.byProgram(plant)).rejects.toThrow('a result is of a plan that has settled')
    await find({ by: 'owner', table, plant, undo, proof: 'result', subject: /^result \S+ 1 terms$/ })
  })

  test('typed as a correction that nobody booked, it is a difference by each figure', async () => {
    const undo = `delete from plans.results where plan_id = '${settled}' and revision = 5`
    const plant = typedResult(settled, 5, 1n)
    const subject = /4 missing,.*5 cash_spend,.*5 customer,.*5 platform_fee,.*5 revenue,.*5 spend_fee/
    await find({ by: 'owner', table, plant, undo, proof: 'result', subject })
  })

  test('a verdict corrects a plan once [proof 197]', async () => {
    const [of_table] = await books.world.books.rows<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = 'plans.results'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const columns = of_table?.columns ?? ''
    const again = `insert into plans.results (${columns}) select ${columns} from (
        select (jsonb_populate_record(result, '{"revision": 4}')).* from plans.results result
        where plan_id = '${settled}' and revision = 3
      ) as once_more`
    await expect(books.byProgram(again)).rejects.toThrow('results_once_by_verdict')
  })

  test.each([1, 2])('by a micro-unit, in revision %i', async (revision) => {
    const change = (by: number) =>
      `update plans.results set revenue_micros = revenue_micros + ${by}, customer_micros = customer_micros + ${by}
       where plan_id = '${settled}' and revision = ${revision}`
    const at = { by: 'owner', table, proof: 'result', subject: /customer/ } as const
    expect(await find({ ...at, plant: change(1), undo: change(-1) })).toMatchObject({ difference_micros: 1n })
  })

  test('a plan that settled has one', async () => {
    const set = (status: string) => `update plans.plans set status = '${status}' where plan_id = '${running}'`
    const at = { by: 'owner', table: 'plans.plans', plant: set('settled'), undo: set('matching') } as const
    await find({ ...at, proof: 'result', subject: /^result \S+ 1 missing$/ })
  })

  test('what could not be collected is in the ledger, too', async () => {
    const plant = `insert into plans.receivables (receivable_id, customer_id, plan_id, advertiser_id, amount_micros, created_at)
      select gen_random_uuid(), customer_id, plan_id, advertiser_id, 5, platform.now() from plans.plans
      where plan_id = '${settled}'`
    const undo = 'delete from plans.receivables'
    const at = { by: 'program', table: 'plans.receivables', plant, undo } as const
    await find({ ...at, proof: 'result', subject: /receivables of/ })
  })
})

describe('statistics are what the events add up to', () => {
  test.each([
    ['plan_minutes', 'clicks'],
    ['customer_quarters', 'conversions'],
    ['plan_placements', 'invalid_events'],
    ['plan_totals', 'spend_micros'],
    ['customer_totals', 'revenue_micros'],
  ])('%s, by one of %s [proof 97]', async (rollup, figure) => {
    const table = `statistics.${rollup}`
    const change = (by: number) => `update ${table} set ${figure} = ${figure} + ${by}`
    const at = { by: 'owner', table, plant: change(1), undo: change(-1) } as const
    await find({ ...at, proof: 'statistics', subject: new RegExp(`^${rollup} \\(.+\\)`) })
  })
})

describe('by when a withdrawal is sent follows from its request', () => {
  const table = 'wallet.withdrawals'
  const subject = () => new RegExp(`^withdrawal ${plain}$`)
  const set = (assignments: string) =>
    `update wallet.withdrawals set ${assignments} where number = '${plain}'`

  test('moved to 2099, it is a difference [proof 98]', async () => {
    const plant = set("send_by = send_by + interval '73 years'")
    const undo = set("send_by = send_by - interval '73 years'")
    await find({ by: 'owner', table, plant, undo, proof: 'clock', subject: subject() })
  })

  test('moved together with the request by the owner, it is a difference', async () => {
    const move = (sign: string) =>
      set(`send_by = send_by ${sign} interval '1 day', requested_at = requested_at ${sign} interval '1 day'`)
    await find({ by: 'owner', table, plant: move('+'), undo: move('-'), proof: 'clock', subject: subject() })
  })

  test('with a pause that no hold made, it is a difference', async () => {
    const later = set("send_by = send_by + interval '1 day'")
    const pause = `insert into wallet.withdrawal_pauses
      select '${theft}', withdrawal_id, platform.now(), platform.now(), send_by, send_by + interval '1 day'
      from wallet.withdrawals where number = '${plain}'`
    await books.byProgram(pause)
    await books.byOwner(table, later)
    const seen = await books.seen()
    await books.byOwner(
      'wallet.withdrawal_pauses',
      `delete from wallet.withdrawal_pauses where hold_id = '${theft}'`,
    )
    await books.byOwner(table, later.replace('+', '-'))
    expect(seen).toEqual([{ proof: 'clock', subject: `withdrawal ${plain}`, difference_micros: null }])
    expect(await books.reconcile()).toMatchObject({ differences: 0 })
  })
})

describe('a hold releases by itself, and when', () => {
  const hold = (assignments: string, reason: string) =>
    `update wallet.holds set ${assignments} where reason = '${reason}' and released_at is null`
  const later = (column: string, by: string) => (sign: string) => `${column} = ${column} ${sign} ${by}`

  test.each([
    ['later than the policy', 'account_theft', later('deadline', "interval '7 days'")],
    [
      'later, with documents that nobody asked for',
      'account_theft',
      (sign: string) =>
        `stopped_ms = stopped_ms ${sign} 1000000, deadline = deadline ${sign} interval '1000 seconds'`,
    ],
    ['a legal one, with a review of nobody', 'court_order', later('review_count', '1')],
    ['a new beneficiary’s, later than a wait', 'new_beneficiary', later('deadline', "interval '2 days'")],
    ['as if no document were outstanding', 'identity_documents', later('stopped_ms', '5')],
  ] as const)('%s [proof 99]', async (_title, reason, change) => {
    const at = { by: 'owner', table: 'wallet.holds', proof: 'clock', subject: /\bhold / } as const
    await find({ ...at, plant: hold(change('+'), reason), undo: hold(change('-'), reason) })
  })

  test('whose job was put off or is gone', async () => {
    const of_job = `where kind = 'wallet.hold-release' and subject_id = '${theft}'`
    const put = (due_at: string) =>
      `select platform.schedule_job('wallet.hold-release', '${theft}', ${due_at})`
    const at = { by: 'owner', table: 'platform.jobs', proof: 'clock', subject: /\bhold / } as const
    const move = (sign: string) =>
      put(`(select due_at ${sign} interval '1 day' from platform.jobs ${of_job})`)
    await find({ ...at, plant: move('+'), undo: move('-') })
    const kept = await books.db.asOwner<{ due_at: string }>(
      `select due_at::text from platform.jobs ${of_job}`,
    )
    const plant = `select platform.cancel_job('wallet.hold-release', '${theft}')`
    await find({ ...at, plant, undo: put(`'${kept[0]?.due_at}'`) })
  })
})

describe('the audit log is whole', () => {
  const table = 'audit.entries'

  test('a changed word in it is a difference [proof 100]', async () => {
    const change = (by: string) =>
      `update audit.entries set reason = ${by} where sequence = (
         select min(sequence) from audit.entries where reason is not null)`
    const at = {
      by: 'owner',
      table,
      plant: change("reason || '!'"),
      undo: change("rtrim(reason, '!')"),
    } as const
    await find({ ...at, proof: 'audit', subject: /^entry \d+ changed$/ })
  })

  test('an end that was cut off, its head with it, is a difference to every later run', async () => {
    await books.reconcile()
    await books.reconcile()
    await books.byOwner(
      table,
      `delete from audit.entries where sequence > (select max(sequence) - 2 from audit.entries);
       update audit.head set (sequence, hash) = (
         select sequence, hash from audit.entries order by sequence desc limit 1)`,
    )
    const seen = await books.seen()
    expect(seen.map((one) => `${one.proof} ${one.subject}`).join()).toMatch(
      /audit entry \d+ known_head_differs/,
    )
    const still = await books.reconcile()
    expect(still).toMatchObject({ opened: 0 })
    expect(still.differences).toBeGreaterThan(0)
  })
})
