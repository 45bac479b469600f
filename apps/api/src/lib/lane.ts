import type { IncomingHttpHeaders } from 'node:http'

/** A reply as sent; the server adds length, date and connection. */
export interface WireReply {
  status: number
  /** Names and values alternate. */
  headers: readonly string[]
  /** Empty for a reply without a body, such as 304. */
  body: string
}

/** A request on the lane, with its body complete. */
export interface LaneRequest {
  request_id: string
  /** What follows the path of a route that `has_key`. */
  key: string
  headers: IncomingHttpHeaders
  /** The part after the question mark, as sent. */
  query: string
  /** As `clientAddress` returns it. */
  address: string
  body: string
}

/**
 * A request so frequent that it is answered ahead of the router (docs/decisions/lane.md). The router serves the same
 * path with the same answer for what the lane leaves out (another method, a chunked body).
 */
export interface LaneRoute {
  method: 'GET' | 'POST'
  /** Matched exactly; with `has_key` the beginning, which a key of letters, digits, `-` and `_` follows. */
  path: string
  has_key?: boolean
  /** Whether pages of any origin may read the answer; by default only this one may. */
  is_for_any_origin?: boolean
  /** POST bodies above this go to the router, which refuses them. */
  body_bytes_max?: number
  /** Answers once and never throws. */
  handle(request: LaneRequest, answer: (reply: WireReply) => void): void
}
