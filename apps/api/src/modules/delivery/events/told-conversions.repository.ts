import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** A conversion as its advertiser is told of it. */
export interface ToldConversion {
  conversion_id: string
  click_id: string
  goal: string
  plan_id: string
  product_id: string
  advertiser_id: string
  occurred_at: Date
  payout_micros: Micros
  /** What became of it as it came to the books. */
  state: 'credited' | 'owed' | 'refused' | 'counted'
  /** Of a refusal: a rule of invalid traffic, or what the plan said. */
  reason: string | null
  /** The rule that took it back. */
  reversed_by: string | null
}

/** These conversions, as far as they are in the books. System scope. */
export async function toldConversions(
  tx: Transaction,
  conversion_ids: readonly string[],
): Promise<ToldConversion[]> {
  const { rows } = await sql<ToldConversion>`
    select
      events.event_id as conversion_id, decision_id as click_id, goal, events.plan_id, product_id, advertiser_id,
      occurred_at, events.payout_micros,
      case when events.rule is null then conversions.state else 'refused' end as state,
      coalesce(events.rule, conversions.reason) as reason, verdicts.rule as reversed_by
    from delivery.events
    join delivery.budgets on budgets.plan_id = events.plan_id
    left join delivery.conversions on conversions.event_id = events.event_id
    left join delivery.verdicts on verdicts.event_id = events.event_id
      and not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id)
    where events.event_id = any (${[...conversion_ids]}::uuid[]) and kind = 'conversion'
      and (events.rule is not null or conversions.event_id is not null)
    order by events.event_id`.execute(tx)
  return rows
}

/** Whether a click's goal was reported already. System scope. */
export async function isReported(
  tx: Transaction,
  { click_id, goal }: { click_id: string; goal: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from delivery.events
    where decision_id = ${click_id} and kind = 'conversion' and goal = ${goal}`.execute(tx)
  return rows.length > 0
}
