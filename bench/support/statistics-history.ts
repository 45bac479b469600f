import type { Client } from 'pg'
import { DAY_MS } from '../../apps/api/src/lib/time-zones.ts'
import type { Services } from '../../apps/api/src/modules/services.ts'
import { loadReading } from '../../apps/api/src/modules/statistics/load-reading.ts'
import type { BenchContext } from './context.ts'

/** Writes quarter-hour roll-ups of a plan that ran all day up to now; past the program, as its owner. */
export async function fillHistory(
  client: Client,
  { customer_id, plan_id, days }: { customer_id: string; plan_id: string; days: number },
): Promise<void> {
  const quarters = days * 96
  const values = '10, 7, 1, 10, 8, 6, 5, 4, 0, 0, 20000, 0, 0, 0'
  const columns = `impressions, viewables, clicks, film_impressions, video_25, video_50, video_75, video_100, conversions,
    invalid_events, spend_micros, revenue_micros, spend_returned_micros, revenue_reversed_micros`
  await client.query(
    `insert into statistics.customer_quarters (customer_id, quarter, plan_id, ${columns})
     select $1, date_bin('15 minutes', now(), 'epoch') - back * interval '15 minutes', $2, ${values}
     from generate_series(0, $3::int - 1) as back`,
    [customer_id, plan_id, quarters],
  )
  const totals = values
    .split(', ')
    .map((value) => `${value}::bigint * $3::bigint`)
    .join(', ')
  await client.query(
    `insert into statistics.plan_totals (plan_id, customer_id, ${columns}) select $2, $1, ${totals}`,
    [customer_id, plan_id, quarters],
  )
  await client.query('analyze statistics.customer_quarters')
}

const CLIENTS = 8
const DAYS = 60

/**
 * Readings per second if each is made by SQL, out of 60 days of quarter hours and the ledger, from several clients at
 * once: what every poll would cost without a cached answer.
 */
export function sqlReadings(
  context: BenchContext,
  services: Services,
): (customer_id: string) => Promise<number> {
  return async (customer_id) => {
    const now_ms = services.clock.now_ms()
    const window = { from_ms: now_ms - DAYS * DAY_MS, until_ms: now_ms + DAY_MS }
    const from = performance.now()
    let readings = 0
    const read = async () => {
      while (performance.now() - from < context.round_ms) {
        await loadReading(services, customer_id, window)
        readings += 1
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, read))
    return (readings * 1_000) / (performance.now() - from)
  }
}
