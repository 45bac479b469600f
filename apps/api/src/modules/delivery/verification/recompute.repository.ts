import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { findDifferences, type RollupDifference } from '../../statistics/index.ts'
import type {} from '../tables.ts'

/** The differences shown for each roll-up; more would only repeat the message. */
const DIFFERENCES_MAX = 20

/**
 * Recomputes every statistic from events, verdicts, restorations and conversions, and returns the roll-ups' differences (SECURITY,
 * "rebuilt from events"). Leaves out events that the processor has not reached.
 */
export async function verifyStatistics(tx: Transaction): Promise<RollupDifference[]> {
  return await findDifferences(tx, changesFromEvents(), DIFFERENCES_MAX)
}

/** Every event's contribution to the statistics, by plan, placement and minute. */
function changesFromEvents(): RawBuilder<unknown> {
  return sql`
    select
      plan_id, customer_id, placement_id, publisher_id, date_trunc('minute', occurred_at) as minute,
      count(*) filter (where counts and kind = 'impression') as impressions,
      count(*) filter (where counts and kind = 'viewable') as viewables,
      count(*) filter (where counts and kind = 'click') as clicks,
      count(*) filter (where counts and kind = 'impression' and format = 'video') as film_impressions,
      count(*) filter (where counts and kind = 'video_25') as video_25,
      count(*) filter (where counts and kind = 'video_50') as video_50,
      count(*) filter (where counts and kind = 'video_75') as video_75,
      count(*) filter (where counts and kind = 'video_100') as video_100,
      count(*) filter (where counts and kind = 'video_skip') as film_skips,
      count(*) filter (where counts and kind = 'video_error') as film_errors,
      count(*) filter (where counts and kind = 'conversion' and state in ('credited', 'owed')) as conversions,
      count(*) filter (where not counts) as invalid_events,
      coalesce(sum(counted_micros) filter (where counts), 0)::bigint as spend_micros,
      coalesce(sum(credited_micros) filter (where counts), 0)::bigint as revenue_micros,
      coalesce(sum(spend_returned_micros), 0)::bigint as spend_returned_micros,
      coalesce(sum(revenue_reversed_micros), 0)::bigint as revenue_reversed_micros,
      coalesce(sum(charge_micros - fee_micros) filter (where counts and counted_micros > 0), 0)::bigint as earned_micros
    from (
      select
        events.*, budgets.customer_id, placements.format, conversions.state,
        case conversions.state when 'credited' then conversions.payout_micros else payments.paid_micros end
          as credited_micros,
        coalesce(spend_restored_micros, charge_micros) as counted_micros,
        verdicts.spend_returned_micros - coalesce(spend_restored_micros, 0) as spend_returned_micros,
        verdicts.revenue_reversed_micros - coalesce(revenue_restored_micros, 0) as revenue_reversed_micros,
        events.rule is null and (verdicts.event_id is null or restorations.event_id is not null) as counts
      from delivery.events
      join delivery.budgets using (plan_id)
      left join marketplace.placements on placements.placement_id = events.placement_id
      join delivery.cursors on cursors.node_id = events.node_id and events.batch <= cursors.batch
      left join delivery.verdicts on verdicts.event_id = events.event_id
      left join delivery.restorations on restorations.event_id = events.event_id
      left join delivery.conversions on conversions.event_id = events.event_id
      left join delivery.conversion_payments as payments on payments.event_id = events.event_id
    ) as judged
    group by 1, 2, 3, 4, 5`
}
