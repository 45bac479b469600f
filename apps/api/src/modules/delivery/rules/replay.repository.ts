import type { RuleName } from '@adtally/contract/operator/market/delivery-rules.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'
import { isCrawler } from './crawler-lists.ts'
import { outlyingIn, type WindowRule } from './outlying.repository.ts'
import {
  besideOnDevice,
  counting,
  followsInvalid,
  judged,
  type Stretch,
  SUSPECTS,
  within,
} from './suspects.repository.ts'
import type { RulesInForce } from './traffic-rules.ts'

/** Lets a transaction change nothing from here on. */
export async function onlyRead(tx: Transaction): Promise<void> {
  await sql`set transaction read only`.execute(tx)
}

/** What a version would find in a plan's events on a publisher's placements, beside what is recorded of the same rule. */
export interface ReplayedShare {
  plan_id: string
  publisher_id: string
  recorded: bigint
  found: bigint
  newly_invalid: bigint
  no_longer_invalid: bigint
  /** Of events that are newly invalid, less those that no longer are: what plans would get back. */
  spend_micros: Micros
  /** What of it is the publisher's. */
  publisher_micros: Micros
  /** The same of conversions' payouts, which customers would lose. */
  revenue_micros: Micros
}

/** Which events a version finds, as a query for their ids, with the queries before it. Null: events don't keep what it needs. */
export async function foundBy(
  tx: Transaction,
  rule: RuleName,
  rules: RulesInForce,
  stretch: Stretch,
): Promise<RawBuilder<unknown> | null> {
  switch (rule) {
    case 'known_crawler':
      return await crawlersIn(tx, rules, stretch)
    case 'impossible_times':
      return tooSoon(rules, stretch)
    case 'impossible_sequence':
    case 'device_velocity':
    case 'address_velocity':
      return sql`${judged(stretch, rule)}, found as materialized (${SUSPECTS[rule](rules)})`
    case 'tainted_device':
      return sql`found as materialized (select distinct event_id from (${besideOnDevice(stretch, rules, rule)}) as beside)`
    case 'visitor_outlier':
    case 'click_outlier':
    case 'conversion_outlier':
      return await outliersIn(tx, rule, rules, stretch)
    default:
      return null
  }
}

async function crawlersIn(
  tx: Transaction,
  { known_crawler }: RulesInForce,
  stretch: Stretch,
): Promise<RawBuilder<unknown>> {
  const events = sql`${within(stretch)} and kind <> 'conversion' and ${counting('known_crawler')}`
  const { rows } = await sql<{ agent: bigint; user_agent: string }>`
    select agent, user_agent from delivery.agents
    where agent in (select agent from delivery.events where ${events})`.execute(tx)
  const crawlers = rows.filter(({ user_agent }) => isCrawler(user_agent, known_crawler.lists))
  return sql`found as materialized (
    select event_id from delivery.events
    where ${events} and agent = any(${crawlers.map(({ agent }) => String(agent))}::bigint[])
  )`
}

/** As `judgeArrival`, from what is stored; films' lengths are not. */
function tooSoon({ impossible_times: { parameters } }: RulesInForce, stretch: Stretch): RawBuilder<unknown> {
  const { viewable_ms, film_viewable_ms, tolerance_ms } = parameters
  return sql`found as materialized (
    select event_id from delivery.events join marketplace.placements using (placement_id)
    where ${within(stretch)} and kind = 'viewable' and ${counting('impossible_times')}
      and occurred_at >= uuid_extract_timestamp(decision_id)
      and occurred_at < uuid_extract_timestamp(decision_id) + interval '1 millisecond'
        * (case format when 'video' then ${film_viewable_ms}::integer else ${viewable_ms}::integer end - ${tolerance_ms}::integer)
  )`
}

async function outliersIn(
  tx: Transaction,
  rule: WindowRule,
  rules: RulesInForce,
  { from, until }: Stretch,
): Promise<RawBuilder<unknown>> {
  const { window_ms } = rules[rule].parameters
  const ids: string[] = []
  const first_ms = Math.ceil(from.getTime() / window_ms) * window_ms
  for (let start_ms = first_ms; start_ms + window_ms <= until.getTime(); start_ms += window_ms) {
    const window = { from: new Date(start_ms), until: new Date(start_ms + window_ms) }
    const outlying = await outlyingIn(tx, rule, window, { rules, replayed: rule })
    if (outlying === null) continue
    const { rows } = await sql<{ event_id: string }>`${outlying}`.execute(tx)
    for (const { event_id } of rows) ids.push(event_id)
  }
  return sql`found as materialized (select unnest(${ids}::uuid[]) as event_id)`
}

/** What a version finds of a stretch, and what is recorded of its rule, by plan and publisher. */
export async function compareFound(
  tx: Transaction,
  rule: RuleName,
  found: RawBuilder<unknown>,
  stretch: Stretch,
): Promise<ReplayedShare[]> {
  const { rows } = await sql<ReplayedShare>`
    with ${found}, told as (
      select
        events.plan_id, events.publisher_id, coalesce(verdicts.rule, events.rule) is not distinct from ${rule}::text
          -- What followed from another event is not what a version finds by itself.
          and not (verdicts.rule is not distinct from 'impossible_sequence' and ${followsInvalid()}) as is_recorded,
        found.event_id is not null as is_found, charge_micros, charge_micros - fee_micros as earned_micros,
        coalesce(conversions.payout_micros, 0) as payout_micros
      from delivery.events
      left join delivery.verdicts on verdicts.event_id = events.event_id
      left join delivery.conversions on conversions.event_id = events.event_id
      left join found on found.event_id = events.event_id
      where ${within(stretch)}
    )
    select
      plan_id, publisher_id, count(*) filter (where is_recorded) as recorded, count(*) filter (where is_found) as found,
      count(*) filter (where is_found and not is_recorded) as newly_invalid,
      count(*) filter (where is_recorded and not is_found) as no_longer_invalid,
      sum((is_found::int - is_recorded::int) * charge_micros)::bigint as spend_micros,
      sum((is_found::int - is_recorded::int) * earned_micros)::bigint as publisher_micros,
      sum((is_found::int - is_recorded::int) * payout_micros)::bigint as revenue_micros
    from told where is_recorded or is_found
    group by plan_id, publisher_id
    order by plan_id, publisher_id`.execute(tx)
  return rows
}
