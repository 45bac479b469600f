import type { RuleName } from '@adtally/contract/operator/market/delivery-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { idFloor } from '../events/binary-id.ts'
import type {} from '../tables.ts'
import type { RulesInForce } from './traffic-rules.ts'

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

/**
 * The events that count of other decisions of a device that has shown, within `beside_ms` of them, that it is no person's:
 * either of the two in the stretch and neither after it; without conversions, which follow their click. Of devices alone that
 * keep an id: else people behind one address with the same browser are one. As a query for their ids.
 */
export function besideOnDevice(
  stretch: Stretch,
  { tainted_device: { parameters } }: RulesInForce,
  replayed: RuleName | null = null,
): RawBuilder<unknown> {
  const { beside_ms } = parameters
  const reached = within({ from: new Date(stretch.from.getTime() - beside_ms), until: stretch.until })
  const begins = idFloor(stretch.from.getTime())
  // The sources are few and read once: of events this recent the planner guesses that there are none, and would look anew for each.
  return sql`
    with source as materialized (
      select event_id, decision_id, device, occurred_at from delivery.events
      where ${reached} and delivery.taints_device(kind, rule, device)
    )
    select events.event_id
    from delivery.events
    join source on source.device = events.device and source.decision_id <> events.decision_id
      and events.occurred_at between source.occurred_at - ${beside_ms} * interval '1 millisecond'
        and source.occurred_at + ${beside_ms} * interval '1 millisecond'
      and (events.event_id >= ${begins} or source.event_id >= ${begins})
    where ${reached} and events.kind <> 'conversion' and ${counting(replayed)}`
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
