import type { Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'sandbox.clock_wishes': ClockWishTable
  }
}

/** Written by `sandbox.wish_clock` and `sandbox.step_clock` alone. */
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
