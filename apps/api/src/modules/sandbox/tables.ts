import type { OfficeMode } from '@adtally/contract/enums.ts'
import type { ColumnType } from 'kysely'
import type { Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'sandbox.clock_wishes': ClockWishTable
    'sandbox.office': OfficeTable
  }
}

/** Written only by `sandbox.wish_clock` and `sandbox.step_clock`. */
export interface ClockWishTable {
  wish_id: Made<bigint>
  customer_id: Made<string>
  request_id: Made<string>
  session_id: Made<string>
  by_ms: Made<bigint>
  wished_at: Made<Date>
  until_at: Made<Date>
  arrived_at: Made<Date | null>
}

export interface OfficeTable {
  only_row: Made<boolean>
  mode: ColumnType<OfficeMode, never, OfficeMode>
}
