import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { plant } from '../../testing/plant.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { balancesOfPlans } from '../ledger/index.ts'
import { recordEvents, registerNode } from './events/event.repository.ts'
import { eventIdOf } from './events/event-ids.ts'
import { processEvents } from './events/processor.ts'
import { verifyStatistics } from './index.ts'
import { eventRow } from './testing/event-row.ts'
import { grantLease } from './testing/grant-lease.ts'

const UNIT = 1_000_000n
const PLACED_MICROS = 100n * UNIT
const CHARGE_MICROS = 10n * UNIT

const t = await testServices()
const { system } = t
afterAll(() => t.close())
// One impression in the books, at `CHARGE_MICROS`: an insider could try to make more of it.
const market = await buildMarket(t.services, t.modules, { placement: { price: '10000.00' } })
const customer = await market.customerWith('100.00')
const plan_id = await market.place(customer.customer_id, PLACED_MICROS, market.product_id, 1)
const node_id = await registerNode(t.services.database)
const lease = await system(async (tx) => {
  return await grantLease(tx, plan_id, { node_id, slice_micros: 90n * UNIT, least_micros: 1n })
})
const { publisher_id, placement_id } = market
const row = eventRow(plan_id, lease?.lease_id ?? '', t.services.clock.now_ms(), {
  publisher_id,
  placement_id,
  charge_micros: CHARGE_MICROS,
  fee_micros: 2n * UNIT,
})
const event_id = eventIdOf(row.ids, 'event_id')
const decision_id = eventIdOf(row.ids, 'decision_id')
await recordEvents(t.services.database, { node_id, batch: 1n, sandbox: true }, [row])
await processEvents(t.services, 'wait')

async function spend(): Promise<bigint> {
  const balances = (await system((tx) => balancesOfPlans(tx, [plan_id]))).get(plan_id) ?? []
  const left = balances.find(({ code }) => code === 'plan_cash')
  return PLACED_MICROS - (left?.balance_micros ?? 0n)
}

async function impressions(): Promise<bigint | undefined> {
  const [row] = await t.db.asOwner<{ impressions: bigint }>(
    'select impressions from statistics.plan_totals where plan_id = $1',
    [plan_id],
  )
  return row?.impressions
}

function filled(statement: string): string {
  return statement
    .replaceAll('PLAN', plan_id)
    .replaceAll('EVENT', event_id)
    .replaceAll('DECISION', decision_id)
}

/** A statement with the program's own login in the system's scope, as anybody with its secret could run it. */
async function asInsider(statement: string): Promise<void> {
  const client = await connect(t.db.program)
  try {
    await client.query("set adtally.scope = 'system'")
    await client.query(filled(statement))
  } finally {
    await client.end()
  }
}

/** Runs a statement as the worker's login with the checks of a commit, and rolls it back. */
async function asWorkerInVain(statement: string): Promise<void> {
  const client = await connect(t.db.logins.worker)
  try {
    await client.query(
      `begin; set local adtally.scope = 'system'; ${filled(statement)};
       set constraints all immediate; rollback`,
    )
  } finally {
    await client.end()
  }
}

/** Runs statements as the owner, and rolls them back. */
async function asOwnerInVain(...statements: string[]): Promise<void> {
  const client = await connect(t.db.owner)
  try {
    await client.query('begin')
    for (const statement of statements) {
      await client.query(filled(statement))
    }
    await client.query('rollback')
  } finally {
    await client.end()
  }
}

const TYPED = `select statistics.apply_changes(array[row(
  'PLAN', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), 1000000, 0, 5000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
)::statistics.change])`
const CARRIED = `select * from delivery.carry_spans(gen_random_uuid(),
  (select array_agg(node_id) from delivery.cursors), '{0}', '{1}')`
const VERDICT = `insert into delivery.verdicts
  (event_id, decision_id, verdict_id, plan_id, rule, rule_version, decided_at, spend_returned_micros,
    revenue_reversed_micros)
  values ('EVENT', 'DECISION', gen_random_uuid(), 'PLAN', 'device_velocity', 1, now(), `
const CONVERSION = `insert into delivery.conversions (event_id, decision_id, plan_id, state, payout_micros)
  values ('EVENT', 'DECISION', 'PLAN', 'credited', 5000000)`

test('what was recorded is what the books hold', async () => {
  expect([await impressions(), await spend()]).toEqual([1n, CHARGE_MICROS])
  expect(await system(verifyStatistics)).toEqual([])
})

describe("the program's own role may not", () => {
  test.each([
    TYPED,
    'insert into statistics.plan_totals (plan_id, customer_id, impressions) select gen_random_uuid(), gen_random_uuid(), 1',
    'update statistics.plan_totals set impressions = 1000000',
    'update delivery.cursors set batch = 0',
    'insert into delivery.cursors (node_id, batch) select node_id, 0 from delivery.nodes on conflict (node_id) do update set batch = 0',
    'delete from delivery.cursors',
    'truncate delivery.cursors',
    'insert into delivery.spend_batches select gen_random_uuid(), node_id, 7, 8 from delivery.nodes',
    'update delivery.nodes set last_batch = 0',
    'alter table delivery.cursors disable trigger all',
    'set session_replication_role = replica',
  ])('%s', async (statement) => {
    await expect(asInsider(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test.each([
    ['carry a span a second time', CARRIED, 'a span begins where the cursor of its node stands'],
    ['give back more than an event cost', `${VERDICT} 10000001, 0)`, 'takes back no more than it moved'],
    ['take back revenue that there was not', `${VERDICT} 0, 1)`, 'takes back no more than it moved'],
    ['make a conversion of an impression', CONVERSION, 'a conversion is of a valid event in the books'],
  ])('%s', async (_what, statement, refusal) => {
    await expect(asInsider(statement)).rejects.toThrow(refusal)
  })

  test('the worker gives an event of a plan one verdict, with all that it moved [proof 195]', async () => {
    const said = [
      [`${VERDICT} 0, 0)`, 'a verdict takes back all that its event moved'],
      [`${VERDICT} 10000000, 0)`, /what verdict \S+ causes is not what was posted/],
      [
        `${VERDICT.replace('device_velocity', 'not_billable')} 0, 0)`,
        /what spend_batch \S+ causes is not what/,
      ],
      [`${VERDICT.replaceAll("'PLAN'", 'gen_random_uuid()')} 10000000, 0)`, 'a verdict is of a valid event'],
      [`${VERDICT.replaceAll("'EVENT'", 'gen_random_uuid()')} 0, 0)`, 'verdicts_event_id_decision_id_fkey'],
      [
        `${VERDICT} 10000000, 0), ('EVENT', 'DECISION', gen_random_uuid(), 'PLAN', 'device_velocity', 1, now(), 10000000, 0)`,
        'verdicts_pkey',
      ],
    ] as const
    for (const [statement, refusal] of said) await expect(asWorkerInVain(statement)).rejects.toThrow(refusal)
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'delivery.count_verdicts',
        from: 'if platform.acts_as_owner() then',
        to: 'if true then',
      },
    ])
    try {
      for (const [statement] of said.slice(0, 3)) await asWorkerInVain(statement)
    } finally {
      for (const statement of undoing) await t.db.asOwner(statement)
    }
  })

  test('carry events outside the scope of the system', async () => {
    await expect(t.db.asProgram(CARRIED)).rejects.toThrow('in the scope of the system alone')
  })
})

describe('the owner is held to it too', () => {
  test.each([
    ['a cursor goes forward only', 'update delivery.cursors set batch = 0'],
    ['a cursor stays', 'delete from delivery.cursors'],
    ['a cursor stays', 'truncate delivery.cursors'],
    ['a cursor passes no batch that is not there', 'update delivery.cursors set batch = batch + 1'],
  ])('%s: %s; control: without the trigger the owner could', async (_what, statement) => {
    await expect(asOwnerInVain(statement)).rejects.toThrow(/goes forward only|stays|does not pass/)
    await asOwnerInVain('alter table delivery.cursors disable trigger user', statement)
  })

  test('the triggers hold for copies of the database, too', async () => {
    const asleep = await t.db.asOwner(`select tgname from pg_trigger
      where tgrelid in ('delivery.cursors'::regclass, 'delivery.spend_batches'::regclass, 'delivery.verdicts'::regclass,
        'delivery.conversions'::regclass, 'delivery.conversion_payments'::regclass)
      and not tgisinternal and tgenabled <> 'A'`)
    expect(asleep).toEqual([])
  })

  test('statistics change in the scope of the system alone; control: within it they would', async () => {
    await expect(asOwnerInVain(TYPED)).rejects.toThrow('in the scope of the system alone')
    await asOwnerInVain("set local adtally.scope = 'system'", TYPED)
  })
})

test('nothing of it changed a figure', async () => {
  expect([await impressions(), await spend()]).toEqual([1n, CHARGE_MICROS])
  expect(await system(verifyStatistics)).toEqual([])
})

test('a cursor set back bills no event twice; control: where spans may repeat, it does', async () => {
  await t.db.asOwner('alter table delivery.cursors disable trigger user')
  await t.db.asOwner('update delivery.cursors set batch = 0')
  await expect(processEvents(t.services, 'wait')).rejects.toThrow('spend_batches_carried_once')
  expect(await spend()).toBe(CHARGE_MICROS)
  await t.db.asOwner('alter table delivery.spend_batches drop constraint spend_batches_carried_once')
  await processEvents(t.services, 'wait')
  expect(await spend()).toBe(2n * CHARGE_MICROS)
  expect(await system(verifyStatistics)).not.toEqual([])
})
