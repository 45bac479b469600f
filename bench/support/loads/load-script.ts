/** One request as a load script makes it; the load generator adds host, length and keep-alive. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  /** With its query string. */
  path: string
  headers?: Readonly<Record<string, string>>
  /** JSON text of a POST. */
  body?: string
}

/** What a load script exports; the same script drives program and yardstick. */
export interface LoadScript {
  /** Called once a run with the options given to `runLoad`; the result is called for every request. */
  createRequests(options: Readonly<Record<string, unknown>>): (connection: number) => LoadRequest
  /**
   * Whether a reply counts. Refusals travel as HTTP 200, so the body is looked at: without this, what counts is
   * status 304, or status 200 with `"code":200` in the body.
   */
  isAccepted?(status: number, body: string): boolean
}

/** What one run of the load generator saw. */
export interface LoadResult {
  /** Accepted replies a second, without the warming up. */
  per_second: number
  accepted: number
  /** Replies that did not count, and the first of them. */
  refused: number
  first_refusal: string
  p50_ms: number
  p99_ms: number
  max_ms: number
}
