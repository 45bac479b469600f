import type { VIP_END_REASONS } from '@adtally/contract/money/vip.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { ColumnType } from 'kysely'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'vip.months': MonthTable
  }
}

export interface MonthTable {
  vip_id: Fixed<string>
  customer_id: Fixed<string>
  policy_version: Fixed<number>
  price_micros: Fixed<Micros>
  fee_percent: Fixed<bigint>
  vip_fee_percent: Fixed<bigint>
  time_zone: Fixed<string>
  opened_at: Made<Date>
  ends_at: Made<Date>
  earned_until: ColumnType<Date, never, Date>
  ended_at: Date | null
  end_reason: (typeof VIP_END_REASONS)[number] | null
  /** The refunded part of the price, and the rebates deducted from it. */
  refund_micros: Micros | null
  rebate_micros: Micros | null
}
