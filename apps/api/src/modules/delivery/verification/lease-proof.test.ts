import { afterAll, expect, test } from 'vitest'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { type EventRow, recordEvents, registerNode } from '../events/event.repository.ts'
import { keepHouse, settleBooks } from '../index.ts'
import { eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const UNIT = 1_000_000n
const CHARGE_MICROS = 10n * UNIT
const HOUR_MS = 3_600_000

const t = await testProgram()
// Whoever has the password of the worker login.
const by_hand = new PostgresDatabase(t.db.logins.worker)
afterAll(async () => {
  await by_hand.close()
  await t.close()
})
const market = await buildMarket(t.services, t.modules, { placement: { price: '10000.00' } })
const { customer_id } = await market.customerWith('400.00')

test.each([
  ['a lease that was never charged', 'leases', 'spend of lease'],
  ['a budget that was never spent', 'budgets', 'budget of plan'],
])(
  'insider, leaked worker password: the proof of the books finds %s; what was put back is found no more [proof 1151]',
  async (_what, table, subject) => {
    const plan_id = await market.place(customer_id, 100n * UNIT, market.product_id, 1)
    const node_id = await registerNode(t.services.database)
    const wish = { node_id, slice_micros: 2n * CHARGE_MICROS, least_micros: 1n }
    const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
    const { publisher_id, placement_id } = market
    const terms = { publisher_id, placement_id, charge_micros: CHARGE_MICROS, fee_micros: 2n * UNIT }
    const rowOf = (members: Partial<EventRow>) =>
      eventRow(plan_id, lease?.lease_id ?? '', t.services.clock.now_ms(), { ...terms, ...members })
    // Found invalid on arrival: it keeps its charge, but nobody pays it.
    const invalid = rowOf({ rule: 'known_crawler', rule_version: 1 })
    await recordEvents(t.services.database, { node_id, batch: 1n, sandbox: true }, [rowOf({}), invalid])
    await settleBooks(t.services)
    await t.advance(2 * HOUR_MS)
    await keepHouse(t.services)
    expect(await market.office.run('reconcile'), 'control: as it is').toMatchObject({ differences: 0 })
    const spend = (spent_micros: bigint) =>
      by_hand.transaction({ kind: 'system' }, (tx) =>
        table === 'leases'
          ? tx.updateTable('delivery.leases').set({ spent_micros }).where('plan_id', '=', plan_id).execute()
          : tx
              .updateTable('delivery.budgets')
              .set({ spent_micros, day_spent_micros: 0n })
              .where('plan_id', '=', plan_id)
              .execute(),
      )
    await spend(0n)
    const found = await t.db.asOwner<{ subject: string; expected_micros: bigint }>(
      'select subject, expected_micros from reconciliation.lease_differences order by subject desc',
    )
    expect(found[0]).toMatchObject({
      subject: expect.stringContaining(subject),
      expected_micros: CHARGE_MICROS,
    })
    expect(await market.office.run('reconcile')).toMatchObject({ opened: found.length })
    await spend(CHARGE_MICROS)
    expect(await t.db.asOwner('select * from reconciliation.lease_differences')).toEqual([])
  },
)
