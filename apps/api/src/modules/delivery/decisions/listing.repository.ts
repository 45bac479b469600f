import type { EventKind, VerdictAppealDecision } from '@adtally/contract/enums.ts'
import type { ConversionState } from '@adtally/contract/partner/conversions.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** A list's position, newest first: after this event. */
export interface ListPosition {
  before: string | null
  limit: number
}

export interface ListedConversion {
  event_id: string
  occurred_at: Date
  goal: string
  payout_micros: Micros
  state: ConversionState
  reason: string | null
  placement_id: string
}

/** A conversion as its advertiser's people see it. */
export type ReportedConversion = Omit<ListedConversion, 'placement_id'> & {
  click_id: string
  product_id: string
}

/** What became of a conversion, and why, by the events and what was decided of them since. */
const BECAME = sql`
  case
    when verdicts.event_id is not null then 'reversed'
    when events.rule is not null then 'refused'
    when payments.event_id is not null then 'credited'
    else conversions.state
  end as state,
  coalesce(verdicts.rule, events.rule, conversions.reason) as reason`
/** Looked up event by event (`offset 0`), so that a page costs the same however much has been decided of others. */
const DECIDED = sql`
  left join lateral (
    select event_id, state, reason from delivery.conversions where conversions.event_id = events.event_id offset 0
  ) as conversions on true
  left join lateral (
    select event_id from delivery.conversion_payments as paid where paid.event_id = events.event_id offset 0
  ) as payments on true
  left join lateral (
    select event_id, rule from delivery.verdicts as found where found.event_id = events.event_id
      and (select event_id from delivery.restorations where restorations.event_id = found.event_id) is null
    offset 0
  ) as verdicts on true`
const IN_THE_BOOKS = sql`(events.rule is not null or conversions.event_id is not null)`

/** A plan's conversions in the books, newest first. */
export async function listConversions(
  tx: Transaction,
  plan_id: string,
  { before, limit }: ListPosition,
): Promise<ListedConversion[]> {
  const { rows } = await sql<ListedConversion>`
    select events.event_id, occurred_at, goal, events.payout_micros, placement_id, ${BECAME}
    from delivery.events ${DECIDED}
    where events.plan_id = ${plan_id} and kind = 'conversion' and ${IN_THE_BOOKS}
      and (${before}::uuid is null or events.event_id < ${before})
    order by events.event_id desc limit ${limit}`.execute(tx)
  return rows
}

/** The conversions in the books that an advertiser reported, newest first. */
export async function conversionsOfAdvertiser(
  tx: Transaction,
  advertiser_id: string,
  { before, limit }: ListPosition,
): Promise<ReportedConversion[]> {
  const older = before === null ? sql`` : sql`and events.event_id < ${before}::uuid`
  const { rows } = await sql<ReportedConversion>`
    select
      events.event_id, events.decision_id as click_id, occurred_at, goal, events.payout_micros, product_id, ${BECAME}
    from delivery.events join delivery.budgets on budgets.plan_id = events.plan_id ${DECIDED}
    where events.reported_by = ${advertiser_id} and ${IN_THE_BOOKS} ${older}
    order by events.event_id desc limit ${limit}`.execute(tx)
  return rows
}

/** A conversion that was taken back, as its advertiser's people see it. */
export interface TakenConversion {
  event_id: string
  click_id: string
  occurred_at: Date
  product_id: string
  goal: string
  rule: string
  rule_version: number
  rule_text: string
  decided_at: Date
  revenue_reversed_micros: Micros
  is_restored: boolean
}

/** An advertiser's conversions that a rule took back, newest first; also those that an appeal put back since. */
export async function takenFromAdvertiser(
  tx: Transaction,
  advertiser_id: string,
  { before, limit }: ListPosition,
): Promise<TakenConversion[]> {
  const older = before === null ? sql`` : sql`and verdicts.event_id < ${before}::uuid`
  const { rows } = await sql<TakenConversion>`
    select
      verdicts.event_id, verdicts.decision_id as click_id, occurred_at, product_id, goal,
      verdicts.rule, verdicts.rule_version, description as rule_text, decided_at, revenue_reversed_micros,
      (select event_id from delivery.restorations where restorations.event_id = verdicts.event_id) is not null as is_restored
    from (
      select * from delivery.verdicts where verdicts.reported_by = ${advertiser_id} ${older}
      order by verdicts.event_id desc limit ${limit}
    ) as verdicts
    cross join lateral (
      select occurred_at, goal from delivery.events
      where (events.event_id, events.decision_id) = (verdicts.event_id, verdicts.decision_id) offset 0
    ) as events
    join delivery.budgets on budgets.plan_id = verdicts.plan_id
    join delivery.rules on rules.rule = verdicts.rule and rules.version = verdicts.rule_version
    order by verdicts.event_id desc`.execute(tx)
  return rows
}

export interface ListedInvalid {
  event_id: string
  occurred_at: Date
  kind: EventKind
  rule: string
  rule_version: number
  /** The version's words and figures, as published. */
  rule_text: string
  rule_figures: Record<string, number>
  /** What tainted its decision first, whether or not an appeal has cleared it since; null by any other rule. */
  follows_from: { event_id: string; kind: EventKind; rule: string } | null
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
  /** Of the verdict; null where it was found on arrival. */
  decided_at: Date | null
  is_restored: boolean
  /** Whether an appeal would put money back: as far as this event's verdict and decision tell. */
  may_appeal: boolean
  /** The customer's own, where there is one. */
  filed_at: Date | null
  grounds: string | null
  decision: VerdictAppealDecision | null
  answer: string | null
  appeal_decided_at: Date | null
}

/** A plan's invalid events, found on arrival or later, newest first; or only one verdict's. */
export async function listInvalid(
  tx: Transaction,
  plan_id: string,
  verdict_id: string | null,
  { before, limit }: ListPosition,
): Promise<ListedInvalid[]> {
  const { rows } = await sql<ListedInvalid>`
    select
      event_id, occurred_at, kind, rule, rule_version, description as rule_text,
      (select coalesce(jsonb_object_agg(key, value), '{}')
        from jsonb_each(parameters) where jsonb_typeof(value) = 'number') as rule_figures,
      case when rule = 'tainted_decision' then (
        select jsonb_build_object('event_id', beside.event_id, 'kind', beside.kind, 'rule', coalesce(verdicts.rule, beside.rule))
        from delivery.events as beside left join delivery.verdicts on verdicts.event_id = beside.event_id
        where beside.decision_id = events.decision_id
          and (delivery.taints(beside.kind, beside.rule) or delivery.taints(beside.kind, verdicts.rule))
        order by beside.event_id limit 1) end as follows_from,
      spend_returned_micros, revenue_reversed_micros, found.decided_at,
      restorations.event_id is not null as is_restored,
      restorations.event_id is null and verdict_id is not null and not delivery.moves_nothing(rule) and (
        exists (
          select from delivery.verdicts as together
          where (together.verdict_id, together.rule, together.plan_id) = (found.verdict_id, found.rule, ${plan_id})
            and ${movedMoney('together')}
        ) or exists (
          select from delivery.events as beside join delivery.verdicts as with_it on with_it.event_id = beside.event_id
          where beside.decision_id = events.decision_id and ${movedMoney('with_it')}
        )
      ) as may_appeal,
      filed_at, grounds, decision, answer, appeals.decided_at as appeal_decided_at
    from (
      (select event_id, decision_id, rule, rule_version, 0::bigint as spend_returned_micros, 0::bigint as revenue_reversed_micros,
          null::uuid as verdict_id, null::timestamptz as decided_at
        from delivery.events
        where plan_id = ${plan_id} and rule is not null and ${verdict_id}::uuid is null and (${before}::uuid is null or event_id < ${before})
        order by event_id desc limit ${limit})
      union all
      (select event_id, decision_id, rule, rule_version, spend_returned_micros, revenue_reversed_micros, verdict_id, decided_at
        from delivery.verdicts
        where plan_id = ${plan_id} and (${verdict_id}::uuid is null or verdict_id = ${verdict_id}) and (${before}::uuid is null or event_id < ${before})
        order by event_id desc limit ${limit})
    ) as found
    join (select event_id, decision_id, occurred_at, kind from delivery.events) as events
      using (event_id, decision_id)
    join (select rule, version as rule_version, description, parameters from delivery.rules) as published
      using (rule, rule_version)
    left join (select event_id from delivery.restorations) as restorations using (event_id)
    left join (
      select verdict_id, rule, filed_at, grounds, decision, answer, decided_at
      from delivery.appeals where plan_id = ${plan_id}
    ) as appeals using (verdict_id, rule)
    order by event_id desc limit ${limit}`.execute(tx)
  return rows
}

/** Verdicts, by this name, that took back spend or revenue, or a conversion that was owed. */
function movedMoney(named: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${named}.${name}`)
  return sql`(${column('spend_returned_micros')} > 0 or ${column('revenue_reversed_micros')} > 0 or exists (
    select from delivery.conversions
    where conversions.event_id = ${column('event_id')} and conversions.state = 'owed'))`
}
