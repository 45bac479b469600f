import * as z from 'zod/mini'
import type { Addition } from './reading.ts'

/** The channel on which the database tells of each change of a customer's roll-ups. */
export const STATISTICS_CHANNEL = 'statistics_changed'

const whole = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((text: string) => BigInt(text)),
)
const addition = z.pipe(
  z.tuple([z.string(), z.number(), whole, whole, whole, whole, whole]),
  z.transform(
    ([plan_id, quarter_ms, impressions, clicks, conversions, spend_micros, revenue_micros]): Addition => ({
      plan_id,
      quarter_ms,
      impressions,
      clicks,
      conversions,
      spend_micros,
      revenue_micros,
    }),
  ),
)
const notice = z.object({
  customer_id: z.string(),
  version: z.pipe(
    z.int(),
    z.transform((version: number) => BigInt(version)),
  ),
  added: z.nullable(z.array(addition)),
})

/** One change of one customer's roll-ups. */
export interface Notice {
  customer_id: string
  version: bigint
  /** Null where it was too long for a notice. */
  added: readonly Addition[] | null
}

/** Reads a notice's payload; throws where it is none. */
export function readNotice(payload: string): Notice {
  return z.parse(notice, JSON.parse(payload))
}
