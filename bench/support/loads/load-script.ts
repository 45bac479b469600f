/** A request of a load script; the load generator adds host, length and keep-alive. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  /** With its query string. */
  path: string
  headers?: Readonly<Record<string, string>>
  /** A POST's JSON. */
  body?: string
}

/** A load script's exports; the same script drives program and yardstick. */
export interface LoadScript {
  /** Called once per run with the options of `runLoad`; the result is called for every request. */
  createRequests(options: Readonly<Record<string, unknown>>): (connection: number) => LoadRequest
  /** Whether a reply counts; by default status 304, or 200 with `"code":200`, because refusals are HTTP 200 too. */
  isAccepted?(status: number, body: string): boolean
}

/** A run's results. */
export interface LoadResult {
  /** Accepted replies per second, without the warm-up. */
  per_second: number
  accepted: number
  /** Replies that did not count, and the first of them. */
  refused: number
  first_refusal: string
  p50_ms: number
  p99_ms: number
  max_ms: number
}
