import { expect } from 'vitest'
import type { TestProgram } from '../../../testing/servers/test-program.ts'
import type { Market } from '../../../testing/worlds/build-market.ts'
import type { EventRow } from '../events/event.repository.ts'
import { keepHouse, settleBooks } from '../index.ts'
import { eventAfter, eventRow } from './event-row.ts'
import { grantLease } from './grant-lease.ts'

const UNIT = 1_000_000n
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const FREE = { charge_micros: 0n, fee_micros: 0n }

let devices = 5_000n

/** A device shows and taps a plan's picture six times within a minute, and buys by the last two taps. */
export async function busyDevice(t: TestProgram, market: Market, plan_id: string): Promise<void> {
  const { delivery, clock } = t.services
  // All of it in one minute.
  await t.advance(MINUTE_MS - (clock.now_ms() % MINUTE_MS) + 1_000)
  await delivery.refresh()
  const node_id = await delivery.ingest.nodeId()
  const wish = { node_id, slice_micros: 4n * UNIT, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  devices += 1n
  const device = devices
  const terms = { publisher_id: market.publisher_id, placement_id: market.placement_id }
  const rows: EventRow[] = []
  for (let time = 0; time < 6; time += 1) {
    const shown_ms = clock.now_ms() + time * 10
    const shown = eventRow(plan_id, lease?.lease_id ?? '', shown_ms, {
      ...terms,
      ...{ charge_micros: 2_000n, fee_micros: 400n, device, address: device },
      // On a day of its own each, so that none is over the cap.
      decided_ms: clock.now_ms() - (time + 1) * DAY_MS,
    })
    const tapped = eventAfter(shown, shown.occurred_ms, { kind: 'click', ...FREE })
    const seen = eventAfter(shown, shown.occurred_ms, { kind: 'viewable', ...FREE })
    rows.push(shown, seen, tapped)
    const bought = { kind: 'conversion', goal: 'install', payout_micros: 1_200_000n, ...FREE } as const
    if (time >= 4) rows.push(eventAfter(tapped, tapped.occurred_ms, bought))
  }
  for (const row of rows) expect(await delivery.ingest.add(row, PHONE)).toBe('accepted')
  await settleBooks(t.services)
}

/** Finds invalid traffic in what is old enough, and takes back what it moved. */
export async function passOver(t: TestProgram): Promise<void> {
  await t.advance(5 * MINUTE_MS)
  await keepHouse(t.services)
  await t.drain()
}
