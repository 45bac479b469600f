import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { settleBooks, verifyStatistics } from '../index.ts'
import { eventAfter, eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const UNIT = 1_000_000n
const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { delivery, clock } = t.services

test('what a decision reports of a kind counts once, by the first that comes, valid or not: nobody tries a token until it counts [proof 1106]', async () => {
  const { customer_id } = await market.customerWith('100.00')
  const plan_id = await market.place(customer_id, 20n * UNIT, market.product_id, 1)
  await delivery.refresh()
  const node_id = await delivery.ingest.nodeId()
  const lease = await t.system((tx) =>
    grantLease(tx, plan_id, { node_id, slice_micros: UNIT, least_micros: 1n }),
  )
  const terms = { publisher_id: market.publisher_id, placement_id: market.placement_id, device: 77n }
  const charged = { charge_micros: 2_000n, fee_micros: 400n }
  const shown = () => eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), { ...terms, ...charged })
  const figures = async () => {
    await settleBooks(t.services)
    return await t.db.asOwner(
      'select impressions, invalid_events, spend_micros from statistics.plan_totals where plan_id = $1',
      [plan_id],
    )
  }
  const first = shown()
  const invalid = { rule: 'known_crawler', rule_version: 1 }
  expect(await delivery.ingest.add({ ...first, ...invalid }, 'a crawler')).toBe('accepted')
  expect(await delivery.ingest.add(eventAfter(first, clock.now_ms(), {}), 'a browser')).toBe('known')
  expect(await figures()).toEqual([{ impressions: 0n, invalid_events: 1n, spend_micros: 0n }])
  expect(await delivery.ingest.add(shown(), 'a browser'), 'control: another decision').toBe('accepted')
  expect(await figures()).toEqual([{ impressions: 1n, invalid_events: 1n, spend_micros: 2_000n }])
  expect(await t.system(verifyStatistics)).toEqual([])
})
