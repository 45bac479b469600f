import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Addition } from './reading.ts'

/** The database notifies here of each change of a customer's roll-ups. */
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
  /** Null if it did not fit into a notice. */
  added: readonly Addition[] | null
}

/** Hexadecimal digits of HMAC-SHA256 before a notice. */
const TAG_DIGITS = 64

/** Parses a notice's payload; throws if it is invalid or was not signed with the key: any login can send one. */
export function readNotice(key: Buffer, payload: string): Notice {
  const text = payload.slice(TAG_DIGITS)
  const right = createHmac('sha256', key).update(text).digest()
  const given = Buffer.from(payload.slice(0, TAG_DIGITS), 'hex')
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Error('this notice is not the database’s own')
  return z.parse(notice, JSON.parse(text))
}
