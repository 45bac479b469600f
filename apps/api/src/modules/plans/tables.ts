import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { CorrectionCause } from '@adtally/contract/plans/corrections.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Generated } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'
import type { PlanTrigger } from './status-table.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'plans.plans': PlanTable
    'plans.status_changes': StatusChangeTable
    'plans.placement_pauses': PlacementPauseTable
    'plans.plan_publishers': { plan_id: string; publisher_id: string }
    'plans.owed_conversions': OwedConversionTable
    'plans.results': ResultTable
    'plans.receivables': ReceivableTable
    'plans.receivable_reductions': ReceivableReductionTable
  }
}

export interface PlanTable {
  plan_id: Fixed<string>
  number: Made<string>
  customer_id: Fixed<string>
  product_id: Fixed<string>
  advertiser_id: Fixed<string>
  cash_micros: Fixed<Micros>
  discount_micros: Fixed<Micros>
  startup_micros: Fixed<Micros>
  amount_micros: Made<Micros>
  payout_micros: Fixed<Micros>
  conversion_cap: Fixed<bigint>
  platform_fee_percent: Fixed<bigint>
  conversion_window_ms: Fixed<bigint>
  policy_version: Fixed<number>
  created_at: Fixed<Date>
  ends_at: Fixed<Date>
  /** By whose days it is paced. */
  time_zone: Fixed<string>
  /** Placed on a product with an approved creative: waitPut and matching at the same moment. */
  matched_at_once: Fixed<boolean>
  status: PlanStatus
  status_trigger: PlanTrigger
  status_detail: string | null
  status_at: Date
  paused: Generated<boolean>
}

export interface StatusChangeTable {
  plan_id: Made<string>
  sequence: Made<number>
  customer_id: Made<string>
  status: Made<PlanStatus>
  trigger: Made<PlanTrigger>
  detail: Made<string | null>
  changed_at: Made<Date>
}

/** Written only by `plans.pause_placement`. */
export interface PlacementPauseTable {
  plan_id: Made<string>
  sequence: Made<number>
  customer_id: Made<string>
  placement_id: Made<string>
  paused_at: Made<Date>
  resumed_at: Made<Date | null>
}

export interface OwedConversionTable {
  conversion_id: Fixed<string>
  plan_id: Fixed<string>
  customer_id: Fixed<string>
  advertiser_id: Fixed<string>
  payout_micros: Fixed<Micros>
  occurred_at: Fixed<Date>
  paid_at: Date | null
  cancelled_at: Date | null
}

export interface ResultTable {
  plan_id: Fixed<string>
  revision: Fixed<number>
  customer_id: Fixed<string>
  product_id: Fixed<string>
  advertiser_id: Fixed<string>
  settled_at: Fixed<Date>
  created_at: Fixed<Date>
  cause: Fixed<'settlement' | CorrectionCause>
  policy_version: Fixed<number>
  amount_micros: Fixed<Micros>
  cash_spend_micros: Fixed<Micros>
  discount_spend_micros: Fixed<Micros>
  startup_spend_micros: Fixed<Micros>
  spend_micros: Made<Micros>
  spend_fee_micros: Fixed<Micros>
  revenue_micros: Fixed<Micros>
  profit_micros: Made<Micros>
  startup_return_micros: Fixed<Micros>
  profit_share_micros: Fixed<Micros>
  customer_micros: Fixed<Micros>
  rebate_micros: Fixed<Micros>
  platform_fee_micros: Fixed<Micros>
  related_spend_micros: Fixed<Micros>
  related_revenue_micros: Fixed<Micros>
  vip_id: Fixed<string | null>
  vip_fee_percent: Fixed<bigint | null>
  leader_id: Fixed<string | null>
  share_rate_percent: Fixed<bigint | null>
  share_carried_loss_micros: Fixed<Micros | null>
  /** The verdict on what was found invalid after settlement. */
  verdict_id: Fixed<string | null>
  conversion_id: Fixed<string | null>
  restoration_id: Fixed<string | null>
  /** JSON. */
  transfers: Fixed<unknown>
}

export interface ReceivableTable {
  receivable_id: Fixed<string>
  customer_id: Fixed<string>
  plan_id: Fixed<string>
  advertiser_id: Fixed<string>
  /** The customer who went short; null for the advertiser's escrow. */
  creditor_customer_id: Fixed<string | null>
  /** The correction's revision. */
  revision: Fixed<number | null>
  amount_micros: Fixed<Micros>
  created_at: Fixed<Date>
}

export interface ReceivableReductionTable {
  reduction_id: Fixed<string>
  receivable_id: Fixed<string>
  customer_id: Fixed<string>
  plan_id: Fixed<string | null>
  amount_micros: Fixed<Micros>
  created_at: Fixed<Date>
}
