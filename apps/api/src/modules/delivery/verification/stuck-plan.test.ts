import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { keepHouse, settleBooks, verifyStatistics } from '../index.ts'
import { eventAfter, eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const UNIT = 1_000_000n
const MINUTE_MS = 60_000
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { delivery, clock } = t.services

/** A viewable without its impression, on a plan of its own; answers both ids. */
async function broken(customer_id: string, device: bigint) {
  const plan_id = await market.place(customer_id, 20n * UNIT)
  await delivery.refresh()
  const node_id = await delivery.ingest.nodeId()
  const wish = { node_id, slice_micros: UNIT, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  const terms = { publisher_id: market.publisher_id, placement_id: market.placement_id, device }
  const row = eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), terms)
  const seen = eventAfter(row, clock.now_ms(), { kind: 'viewable' })
  expect(await delivery.ingest.add(seen, PHONE)).toBe('accepted')
  return { plan_id, event_id: eventIdOf(seen.ids, 'event_id') }
}

async function pass(): Promise<string[]> {
  await settleBooks(t.services)
  await t.advance(5 * MINUTE_MS)
  await keepHouse(t.services)
  const rows = await t.db.asOwner<{ event_id: string }>('select event_id from delivery.verdicts')
  return rows.map(({ event_id }) => event_id)
}

test('a plan that can’t be taken back from keeps no other waiting, and is tried again [proof 1046]', async () => {
  const { customer_id } = await market.customerWith('100.00')
  const [stuck, other] = [await broken(customer_id, 11n), await broken(customer_id, 12n)]
  await t.db.asOwner(
    `create function delivery.fail_here() returns trigger language plpgsql as $$ begin raise exception 'a planted fault'; end $$;
     create trigger fails before insert on delivery.verdicts for each row
       when (new.plan_id = '${stuck.plan_id}') execute function delivery.fail_here()`,
  )
  expect(await pass()).toEqual([other.event_id])
  const left = await t.db.asOwner('select event_id, rule from delivery.stuck_events')
  expect(left).toEqual([{ event_id: stuck.event_id, rule: 'impossible_sequence' }])
  await t.db.asOwner('drop trigger fails on delivery.verdicts; drop function delivery.fail_here()')
  expect((await pass()).toSorted()).toEqual([stuck.event_id, other.event_id].toSorted())
  expect(await t.db.asOwner('select from delivery.stuck_events')).toEqual([])
  expect(await t.system(verifyStatistics)).toEqual([])
})
