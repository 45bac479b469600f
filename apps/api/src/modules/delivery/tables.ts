import type { EventKind, VerdictAppealDecision } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { ColumnType } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'delivery.nodes': { node_id: Made<number>; started_at: Fixed<Date> }
    'delivery.budgets': BudgetTable
    'delivery.leases': LeaseTable
    'delivery.events': EventTable
    'delivery.rules': RuleTable
    'delivery.rule_withdrawals': {
      rule: Fixed<string>
      version: Fixed<number>
      withdrawn_at: Made<Date>
      proposal_id: Fixed<string>
    }
    'delivery.verdicts': VerdictTable
    'delivery.stuck_events': { event_id: string; rule: string; noted_at: Date }
    'delivery.appeals': AppealTable
    'delivery.restorations': RestorationTable
    'delivery.conversions': ConversionTable
    'delivery.conversion_payments': {
      event_id: Fixed<string>
      plan_id: Fixed<string>
      paid_micros: Fixed<Micros>
    }
    'delivery.refusals': { minute: Date; reason: string; count: bigint }
    'delivery.kept_token_keys': {
      kept_id: Made<string>
      key_id: Made<number>
      key_sealed: Made<Buffer>
      good_until: Made<Date>
    }
    'delivery.auction_ends': AuctionEndTable
    'delivery.player_errors': { minute: Date; placement_id: string; code: number; count: bigint }
    'delivery.decision_counts': { minute: Date; placement_id: string; outcome: string; count: bigint }
  }
}

export interface BudgetTable {
  plan_id: Fixed<string>
  customer_id: Fixed<string>
  product_id: Fixed<string>
  advertiser_id: Fixed<string>
  payout_micros: Fixed<Micros>
  conversion_window_ms: Fixed<bigint>
  landing_url: Fixed<string>
  goals: Fixed<string[]>
  paid_goal: Fixed<string>
  placed_micros: Fixed<Micros>
  time_zone: Fixed<string>
  ends_at: Fixed<Date>
  pace_percent: Fixed<bigint>
  spent_micros: Micros
  day: Made<Date | null>
  day_spent_micros: Micros
}

export interface LeaseTable {
  lease_id: Made<string>
  plan_id: Made<string>
  node_id: Made<number>
  amount_micros: ColumnType<Micros, never, Micros>
  spent_micros: ColumnType<Micros, never, Micros>
  lost_micros: Made<Micros>
  granted_at: Made<Date>
  day: Made<Date>
  issue_until: ColumnType<Date, never, Date>
  closes_at: ColumnType<Date, never, Date>
  ends_at: ColumnType<Date, never, Date>
  closed_at: ColumnType<Date | null, never, Date>
}

export interface AuctionEndTable {
  decision_id: Made<string>
  placement_id: Made<string>
  lease_id: Made<string>
  outcome: Made<'won' | 'lost' | 'test'>
  bid_micros: Made<Micros>
  price_micros: Made<Micros | null>
  loss_reason: Made<number | null>
  ended_at: Made<Date>
}

export interface EventTable {
  event_id: Made<string>
  decision_id: Made<string>
  kind: Made<EventKind>
  goal: Made<string>
  plan_id: Made<string>
  placement_id: Made<string>
  publisher_id: Made<string>
  /** Of a conversion, the advertiser; else null. */
  reported_by: Made<string | null>
  lease_id: Made<string>
  node_id: Made<number>
  batch: Made<bigint>
  occurred_at: Made<Date>
  charge_micros: Made<Micros>
  fee_micros: Made<Micros>
  payout_micros: Made<Micros>
  device: Made<bigint>
  address: Made<bigint>
  agent: Made<bigint>
  rule: Made<string | null>
  rule_version: Made<number | null>
  sandbox: Made<boolean>
}

export interface RuleTable {
  rule: Fixed<string>
  version: Fixed<number>
  description: Fixed<string>
  /** Inserted as JSON text, as `lists` is. */
  parameters: ColumnType<unknown, string, never>
  lists: ColumnType<unknown, string, never>
  published_at: Made<Date>
  /** Null on insert means as early as the notice allows. */
  in_force_from: ColumnType<Date, Date | null, never>
  proposal_id: Fixed<string | null>
  proposed_by: Made<string | null>
  approved_by: Made<string | null>
}

export interface VerdictTable {
  /** As its event has it. */
  reported_by: Made<string | null>
  event_id: Fixed<string>
  verdict_id: Fixed<string>
  plan_id: Fixed<string>
  rule: Fixed<string>
  rule_version: Fixed<number>
  decided_at: Fixed<Date>
  spend_returned_micros: Fixed<Micros>
  revenue_reversed_micros: Fixed<Micros>
}

export interface AppealTable {
  appeal_id: Fixed<string>
  verdict_id: Fixed<string>
  rule: Fixed<string>
  rule_version: Made<number>
  customer_id: ColumnType<string | null, string | undefined, never>
  plan_id: ColumnType<string | null, string | undefined, never>
  publisher_id: ColumnType<string | null, string | undefined, never>
  request_id: ColumnType<string | null, string | undefined, never>
  filed_by: ColumnType<string | null, string | undefined, never>
  /** One of the publisher's own people, whom only the database writes. */
  filed_by_person: Made<string | null>
  grounds: Fixed<string>
  filed_at: Made<Date>
  decision: ColumnType<VerdictAppealDecision | null, never, VerdictAppealDecision>
  answer: ColumnType<string | null, never, string>
  decided_at: Made<Date | null>
  proposal_id: ColumnType<string | null, never, string>
  proposed_by: Made<string | null>
  approved_by: Made<string | null>
}

export interface RestorationTable {
  event_id: Fixed<string>
  restoration_id: Fixed<string>
  appeal_id: Fixed<string>
  plan_id: Fixed<string>
  restored_at: Fixed<Date>
  spend_restored_micros: Fixed<Micros>
  spend_anew_micros: Fixed<Micros>
  revenue_restored_micros: Fixed<Micros>
}

export interface ConversionTable {
  event_id: Fixed<string>
  plan_id: Fixed<string>
  state: Fixed<'credited' | 'owed' | 'refused' | 'counted'>
  reason: Fixed<string | null>
  payout_micros: Fixed<Micros>
}
