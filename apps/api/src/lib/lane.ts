import type { IncomingHttpHeaders } from 'node:http'

/** A reply as it goes on the wire; the server adds length, date and connection. */
export interface WireReply {
  status: number
  /** Names and values in turn. */
  headers: readonly string[]
  /** Empty for a reply without a body, such as 304. */
  body: string
}

/** A request on the lane: its whole body is there. */
export interface LaneRequest {
  request_id: string
  headers: IncomingHttpHeaders
  /** What follows the question mark, as sent. */
  query: string
  /** As `clientAddress` tells it. */
  address: string
  /** Empty for GET. */
  body: string
}

/**
 * A request that comes so often that it is answered ahead of the router (docs/decisions/lane.md). The same path is
 * routed too, with the same answer: what the lane leaves (another method, a chunked body) is served there.
 */
export interface LaneRoute {
  method: 'GET' | 'POST'
  /** Exact. */
  path: string
  /** Pages of any origin may read the answer; else those of this one alone. */
  is_for_any_origin?: boolean
  /** Of POST: larger ones are left to the router, which refuses them. */
  body_bytes_max?: number
  /** Answers once; never throws. */
  handle(request: LaneRequest, answer: (reply: WireReply) => void): void
}
