import type { Client } from 'pg'
import type { OpenDatabase } from '../../apps/api/src/database/open-database.ts'
import type { BenchContext } from './context.ts'

/** Roll-ups of a plan that ran all day, quarter hour by quarter hour, up to now: written past the program, as its owner. */
export async function fillHistory(
  client: Client,
  { customer_id, plan_id, days }: { customer_id: string; plan_id: string; days: number },
): Promise<void> {
  const quarters = days * 96
  const values = '10, 7, 1, 0, 0, 20000, 0, 0, 0'
  const columns = `impressions, viewables, clicks, conversions, invalid_events, spend_micros, revenue_micros,
    spend_returned_micros, revenue_reversed_micros`
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
const READING = {
  name: 'bench_reading',
  text: `select
      sum(impressions) as impressions, sum(clicks) as clicks, sum(conversions) as conversions,
      sum(spend_micros) as spend_micros, sum(revenue_micros) as revenue_micros,
      count(distinct plan_id) filter (where impressions > 0) as delivery_orders
    from statistics.customer_quarters
    where customer_id = $1 and quarter >= now() - interval '60 days'`,
}

/** Readings a second when each of them adds up 60 days of quarter hours by SQL, from several clients at once. */
export function sqlReadings(
  context: BenchContext,
  { database }: OpenDatabase,
): (customer_id: string) => Promise<number> {
  return async (customer_id) => {
    const from = performance.now()
    let readings = 0
    const read = async () => {
      while (performance.now() - from < context.round_ms) {
        await database.query(READING, [customer_id])
        readings += 1
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, read))
    return (readings * 1_000) / (performance.now() - from)
  }
}
