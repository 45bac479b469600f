import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** A plan's events in one batch, valid ones and those that were found invalid before they could be charged. */
export interface SpendBatchTold {
  impressions: bigint
  viewables: bigint
  clicks: bigint
  invalid_events: bigint
  charge_micros: Micros
  fee_micros: Micros
  first_event_at: Date | null
  last_event_at: Date | null
}

/** A plan's events in a batch, counted again; null for an unknown batch. System scope. */
export async function spendBatchTold(
  tx: Transaction,
  batch_id: string,
  plan_id: string,
): Promise<SpendBatchTold | null> {
  const { rows } = await sql<SpendBatchTold>`
    select
      count(*) filter (where kind = 'impression' and is_valid) as impressions,
      count(*) filter (where kind = 'viewable' and is_valid) as viewables,
      count(*) filter (where kind = 'click' and is_valid) as clicks,
      count(*) filter (where not is_valid) as invalid_events,
      coalesce(sum(charge_micros) filter (where kind <> 'conversion' and is_valid), 0)::bigint as charge_micros,
      coalesce(sum(fee_micros) filter (where kind <> 'conversion' and is_valid), 0)::bigint as fee_micros,
      min(occurred_at) as first_event_at, max(occurred_at) as last_event_at
    from (
      select kind, charge_micros, fee_micros, occurred_at, events.rule is null and verdicts.event_id is null as is_valid
      from delivery.spend_batches as span
      join delivery.events on events.node_id = span.node_id and batch > after_batch and batch <= until_batch
      left join delivery.verdicts on verdicts.event_id = events.event_id and delivery.moves_nothing(verdicts.rule)
      where batch_id = ${batch_id} and events.plan_id = ${plan_id}
    ) as carried
    having count(*) > 0`.execute(tx)
  return rows[0] ?? null
}

/** What one verdict reversed in a plan. */
export interface VerdictTold {
  rule: string
  rule_version: number
  events: bigint
  decided_at: Date
  spend_returned_micros: Micros
  revenue_reversed_micros: Micros
}

/** A plan's events that a verdict found invalid, with the rule that found most of them. System scope. */
export async function verdictTold(
  tx: Transaction,
  verdict_id: string,
  plan_id: string,
): Promise<VerdictTold | null> {
  const { rows } = await sql<VerdictTold>`
    select
      mode() within group (order by rule) as rule, max(rule_version)::integer as rule_version, count(*) as events,
      min(decided_at) as decided_at, sum(spend_returned_micros)::bigint as spend_returned_micros,
      sum(revenue_reversed_micros)::bigint as revenue_reversed_micros
    from delivery.verdicts where plan_id = ${plan_id} and verdict_id = ${verdict_id}
    having count(*) > 0`.execute(tx)
  return rows[0] ?? null
}

/** What one appeal put back of a plan. */
export interface RestorationTold {
  rule: string
  rule_version: number
  events: bigint
  /** When the appeal was granted. */
  decided_at: Date
}

/** A plan's events that an appeal put back, with the rule that had found them. System scope. */
export async function restorationTold(
  tx: Transaction,
  restoration_id: string,
  plan_id: string,
): Promise<RestorationTold | null> {
  const { rows } = await sql<RestorationTold>`
    select rule, rule_version, count(*) as events, decided_at
    from delivery.restorations join delivery.appeals using (appeal_id)
    where restoration_id = ${restoration_id} and restorations.plan_id = ${plan_id}
    group by rule, rule_version, decided_at`.execute(tx)
  return rows[0] ?? null
}
