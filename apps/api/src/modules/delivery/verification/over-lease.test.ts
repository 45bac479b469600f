import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { balancesOfPlans, verifyLedger } from '../../ledger/index.ts'
import { chargesByLease } from '../events/charges-by-lease.ts'
import { recordEvents, registerNode } from '../events/event.repository.ts'
import { addLeaseSpend, carrySpans, readSpans } from '../events/processor.repository.ts'
import { settleBooks, verifyStatistics } from '../index.ts'
import { eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const UNIT = 1_000_000n
const CHARGE_MICROS = 10n * UNIT
const PLACED_MICROS = 100n * UNIT

const t = await testProgram()
const { clock, database } = t.services
// Whoever has the password of the delivery login.
const by_hand = new PostgresDatabase(t.db.logins.delivery)
afterAll(async () => {
  await by_hand.close()
  await t.close()
})
const market = await buildMarket(t.services, t.modules, { placement: { price: '10000.00' } })
const { customer_id } = await market.customerWith('400.00')
const streams = new Map<number, bigint>()

/** A plan with a lease for two impressions, on a node of its own. */
async function leased() {
  const plan_id = await market.place(customer_id, PLACED_MICROS, market.product_id, 1)
  const node_id = await registerNode(database)
  const wish = { node_id, slice_micros: 2n * CHARGE_MICROS, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  return { plan_id, node_id, lease_id: lease?.lease_id ?? '' }
}
type Leased = Awaited<ReturnType<typeof leased>>

/** Records so many charged impressions under a lease. */
async function record(
  { plan_id, node_id, lease_id }: Leased,
  count: number,
  login: Database = by_hand,
): Promise<void> {
  const batch = (streams.get(node_id) ?? 0n) + 1n
  streams.set(node_id, batch)
  const { publisher_id, placement_id } = market
  const terms = { publisher_id, placement_id, charge_micros: CHARGE_MICROS, fee_micros: 2n * UNIT }
  const rows = Array.from({ length: count }, (_, index) =>
    eventRow(plan_id, lease_id, clock.now_ms(), { ...terms, device: BigInt(batch) * 1_000n + BigInt(index) }),
  )
  await recordEvents(login, { node_id, batch, sandbox: true }, rows)
}

async function spentOf({ plan_id }: Leased): Promise<bigint> {
  const balances = (await t.system((tx) => balancesOfPlans(tx, [plan_id]))).get(plan_id) ?? []
  return PLACED_MICROS - (balances.find(({ code }) => code === 'plan_cash')?.balance_micros ?? 0n)
}

const setAside = ({ lease_id }: Leased) =>
  t.db.asOwner(
    `select spend_returned_micros from delivery.verdicts join delivery.events using (event_id)
     where lease_id = $1 and verdicts.rule = 'over_lease'`,
    [lease_id],
  )

async function expectBooksRight(): Promise<void> {
  await t.system(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
    expect(await verifyStatistics(tx)).toEqual([])
  })
  expect(await t.db.asOwner('select * from reconciliation.plan_differences')).toEqual([])
}

test('charged events beyond their lease are set aside and told, and keep nobody else waiting [proof 1095]', async () => {
  const [bad, other] = [await leased(), await leased()]
  await record(bad, 3)
  await record(other, 1, database)
  await settleBooks(t.services)
  expect([await spentOf(bad), await spentOf(other)]).toEqual([2n * CHARGE_MICROS, CHARGE_MICROS])
  expect(await setAside(bad)).toEqual([{ spend_returned_micros: 0n }])
  await expectBooksRight()
  const told = {
    proof: 'lease',
    subject: `lease ${bad.lease_id}`,
    expected: '20.00',
    found: '30.00',
    difference: '10.00',
  }
  expect(await market.office.run('reconcile')).toMatchObject({ differences: 1, opened: 1 })
  expect(await market.office.list('list-differences')).toEqual([expect.objectContaining(told)])
  // Nothing of it is left to spend, however little comes at a time.
  await record(bad, 1)
  await settleBooks(t.services)
  expect(await spentOf(bad)).toBe(2n * CHARGE_MICROS)
  expect(await setAside(bad)).toHaveLength(2)
  expect(await setAside(other), 'control: what its lease holds').toEqual([])
  await expectBooksRight()
})

test('negative control: carried as they are, they stop all [proof 1096]', async () => {
  const [bad, other] = [await leased(), await leased()]
  await record(bad, 3)
  await record(other, 1, database)
  const carried = t.system(async (tx) => {
    await addLeaseSpend(tx, chargesByLease(await carrySpans(tx, market.product_id, await readSpans(tx))))
  })
  await expect(carried).rejects.toThrow('leases_check')
})
