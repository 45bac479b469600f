import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PostbackWay } from '@adtally/contract/partner/conversions.ts'

/** How far an advertiser's clock may be off, in either direction. */
export const POSTBACK_CLOCK_SKEW_MS = 300_000

/** An advertiser's report that a click's visitor reached a goal. */
export interface Postback {
  click_id: string
  goal: string
  /** Milliseconds since 1970. */
  timestamp: number
}

/** An address is kept in more logs than a body, so a signature is good for its own way only. */
const PREFIXES: Readonly<Record<PostbackWay, string>> = {
  POST: 'adtally-postback-1',
  GET: 'adtally-postback-get-1',
}

/** The signed text: members in a fixed order, one per line, so that no two postbacks share it. */
export function canonicalPostback({ click_id, goal, timestamp }: Postback, way: PostbackWay): string {
  return `${PREFIXES[way]}\n${timestamp}\n${click_id}\n${goal}`
}

/** HMAC-SHA256 of the canonical text, hexadecimal. */
export function signPostback(secret: string | Buffer, postback: Postback, way: PostbackWay = 'POST'): string {
  return createHmac('sha256', secret).update(canonicalPostback(postback, way)).digest('hex')
}

/** Whether `signature` is the advertiser's. */
export function isPostbackSignature(
  secret: string | Buffer,
  postback: Postback,
  signature: string,
  way: PostbackWay,
): boolean {
  const given = Buffer.from(signature, 'hex')
  const right = createHmac('sha256', secret).update(canonicalPostback(postback, way)).digest()
  return given.length === right.length && timingSafeEqual(given, right)
}
