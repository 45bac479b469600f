import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { placements } from '../../marketplace/index.ts'
import { idFloor } from '../events/binary-id.ts'
import type {} from '../tables.ts'
import type { PlacementRate } from './outliers.ts'
import type { RuleName, RulesInForce } from './traffic-rules.ts'

/** From a time on, before another. */
export interface Stretch {
  from: Date
  until: Date
}

/** Rows of `delivery.events` in a stretch. */
export function within({ from, until }: Stretch): RawBuilder<unknown> {
  return sql`events.event_id >= ${idFloor(from.getTime())} and events.event_id < ${idFloor(until.getTime())}`
}

/** Rows of `delivery.events` that count; and those that `replayed` found or tainted, if it is looked at anew. */
export function counting(replayed: RuleName | null = null): RawBuilder<unknown> {
  if (replayed === null)
    return sql`events.rule is null and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)`
  return sql`(events.rule is null or events.rule = ${replayed}) and not exists (
    select from delivery.verdicts
    where verdicts.event_id = events.event_id and verdicts.rule <> ${replayed}
      and not (verdicts.rule = 'tainted_decision' and exists (
        select from delivery.events as beside join delivery.verdicts as found on found.event_id = beside.event_id
        where beside.decision_id = events.decision_id and found.rule = ${replayed})))`
}

/**
 * Rows of `delivery.events` that follow from an event which is invalid: viewables and quartiles of their impression,
 * conversions of their click.
 */
export function followsInvalid(): RawBuilder<unknown> {
  return sql`events.kind not in ('impression', 'click') and exists (
    select from delivery.events as first
    where first.decision_id = events.decision_id and first.goal = ''
      and first.kind = case events.kind when 'conversion' then 'click' else 'impression' end::delivery.event_kind
      and (first.rule is not null or exists (
        select from delivery.verdicts where verdicts.event_id = first.event_id
          and not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id))))`
}

/** Rows of `delivery.events`, by this name, whose finding, on arrival or later, speaks against their whole decision. */
function taints(named: string): RawBuilder<unknown> {
  const [event_id, kind, rule] = ['event_id', 'kind', 'rule'].map((column) => sql.ref(`${named}.${column}`))
  return sql`(delivery.taints(${kind}, ${rule}) or exists (
    select from delivery.verdicts
    where verdicts.event_id = ${event_id} and delivery.taints(${kind}, verdicts.rule)
      and not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id)))`
}

/**
 * The events that count of decisions of which another event is one that taints, either of the two in the stretch and
 * neither after it; without conversions, which follow their click. As a query for their ids.
 */
export function taintedIn(stretch: Stretch): RawBuilder<unknown> {
  const ends = idFloor(stretch.until.getTime())
  const is_counted = sql`events.kind <> 'conversion' and ${counting()}`
  return sql`
    select events.event_id from delivery.events
    where ${within(stretch)} and ${is_counted} and exists (
      select from delivery.events as source
      where source.decision_id = events.decision_id and source.event_id < ${ends} and ${taints('source')})
    union
    select events.event_id from delivery.events
    where events.event_id < ${ends} and ${is_counted} and events.decision_id in (
      select decision_id from delivery.events where ${within(stretch)} and ${taints('events')})`
}

/** The events that are judged by many: `judged`, numbered by address and counted by device within their minute. */
export function judged(stretch: Stretch, replayed: RuleName | null = null): RawBuilder<unknown> {
  return sql`judged as materialized (
    select
      event_id, decision_id, kind, occurred_at,
      count(*) filter (where kind = 'impression') over of_device as device_impressions,
      count(*) filter (where kind = 'click') over of_device as device_clicks,
      row_number() over (partition by kind, address, date_trunc('minute', occurred_at) order by event_id) as of_address
    from delivery.events
    where ${within(stretch)} and ${counting(replayed)} and kind <> 'conversion'
    window of_device as (partition by device, date_trunc('minute', occurred_at))
  )`
}

/** Each rule about many events: which of `judged` break it, as a query for their ids. */
export const SUSPECTS = {
  impossible_sequence: ({ impossible_sequence: { parameters } }: RulesInForce) => sql`
    select event_id from judged
    where kind not in ('impression', 'video_error') and not exists (
      select from delivery.events as shown
      where shown.decision_id = judged.decision_id and shown.kind = 'impression' and shown.goal = ''
        and shown.occurred_at <= judged.occurred_at + ${parameters.tolerance_ms} * interval '1 millisecond')`,
  device_velocity: ({ device_velocity: { parameters } }: RulesInForce) => sql`
    select event_id from judged
    where kind in ('impression', 'click') and (device_impressions > ${parameters.impressions_per_minute}
      or device_clicks > ${parameters.clicks_per_minute})`,
  address_velocity: ({ address_velocity: { parameters } }: RulesInForce) => sql`
    select event_id from judged
    where (kind = 'impression' and of_address > ${parameters.impressions_per_minute})
      or (kind = 'click' and of_address > ${parameters.clicks_per_minute})`,
} as const

/** Rules that compare placements over a window. */
export const OUTLIER_RULES = ['click_outlier', 'conversion_outlier'] as const
export type OutlierRule = (typeof OUTLIER_RULES)[number]

/** Each placement's impressions and clicks in a window, or its clicks and how many of them converted in it. */
export async function readRates(
  tx: Transaction,
  rule: OutlierRule,
  window: Stretch,
  replayed: RuleName | null = null,
): Promise<PlacementRate[]> {
  const query =
    rule === 'click_outlier'
      ? sql<Rate>`
          select placement_id, count(*) filter (where kind = 'impression') as tries,
            count(*) filter (where kind = 'click') as hits
          from delivery.events where ${within(window)} and kind in ('impression', 'click') and ${counting(replayed)}
          group by placement_id`
      : sql<Rate>`
          select placement_id, count(*) as tries, count(*) filter (where exists (${conversionsOf(window, replayed)})) as hits
          from (
            select placement_id, decision_id from delivery.events
            where ${within(window)} and kind = 'click' and ${counting(replayed)}
          ) as clicked
          group by placement_id`
  const { rows } = await query.execute(tx)
  const kinds = new Map(
    (await placements(tx)).map(({ placement_id, format, price_model, push }) => [
      placement_id,
      `${format} ${price_model} ${push}`,
    ]),
  )
  return rows.map(({ placement_id, tries, hits }) => ({
    placement_id,
    kind: kinds.get(placement_id) ?? '',
    tries: Number(tries),
    hits: Number(hits),
  }))
}

interface Rate {
  placement_id: string
  tries: bigint
  hits: bigint
}

/** Of `clicked`. */
function conversionsOf(window: Stretch, replayed: RuleName | null): RawBuilder<unknown> {
  return sql`
    select from delivery.events
    where events.decision_id = clicked.decision_id and events.kind = 'conversion' and ${within(window)}
      and ${counting(replayed)}`
}

/** The clicks of a window on these placements, or its conversions of clicks in it, as a query for their ids. */
export function eventsOf(
  rule: OutlierRule,
  window: Stretch,
  placement_ids: readonly string[],
  replayed: RuleName | null = null,
): RawBuilder<unknown> {
  if (rule === 'click_outlier')
    return sql`
      select event_id from delivery.events
      where ${within(window)} and kind = 'click' and placement_id = any(${placement_ids}) and ${counting(replayed)}`
  return sql`
    select event_id from delivery.events
    where ${within(window)} and kind = 'conversion' and placement_id = any(${placement_ids}) and ${counting(replayed)}
      and exists (select from delivery.conversions
        where conversions.event_id = events.event_id and conversions.state in ('credited', 'owed'))
      and exists (
        select from delivery.events as clicked
        where clicked.decision_id = events.decision_id and clicked.kind = 'click' and clicked.goal = ''
          and clicked.event_id >= ${idFloor(window.from.getTime())})`
}
