import { CODES, isReason, type Reason } from '@adtally/contract/reasons.ts'
import * as z from 'zod/mini'

/** The `data` of a refusal (PRODUCT §16). */
export const refusalData = z.looseObject({
  reason: z.optional(z.string()),
  field: z.optional(z.string()),
  lang: z.optional(z.string()),
  deadline: z.optional(z.string()),
  /** With 403 and 404 at login: good for wallet and withdrawal only (PRODUCT §7). */
  restricted_token: z.optional(z.string()),
  /** With the want of a second factor: which kinds would do, and the question for a passkey. */
  asks: z.optional(z.unknown()),
  /** With 401 on an entry route: opens an ad account (PRODUCT §7). */
  opening_ticket: z.optional(z.string()),
})
type RefusalData = z.infer<typeof refusalData>

/** The server's "no": a code of SPEC §8 with its message in the caller's language. */
export class ApiError extends Error {
  readonly code: number
  readonly reason: Reason | null
  /** The request's field to blame. */
  readonly field: string | null
  readonly data: RefusalData
  /** The reply's `X-Request-Id`; null where it came without one. */
  readonly request_id: string | null

  constructor(code: number, message: string, data: RefusalData, request_id: string | null = null) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.reason = data.reason !== undefined && isReason(data.reason) ? data.reason : null
    this.field = data.field ?? null
    this.data = data
    this.request_id = request_id
  }
}

/** The server's answer does not fit the contract: its fault, which trying again or another connection does not mend. */
export class UnfitAnswerError extends Error {
  /** The reply's `X-Request-Id`; null where it came without one. */
  readonly request_id: string | null

  constructor(cause: unknown, request_id: string | null) {
    super('the answer does not fit the contract', { cause })
    this.name = 'UnfitAnswerError'
    this.request_id = request_id
  }
}

/** No answer came, or one that is not the server's own, such as a proxy's page: trying again may help. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('no connection', { cause })
    this.name = 'ConnectionError'
  }
}

/**
 * The id under which the office finds a failed request in its log. Null where the customer has to change something, or
 * no answer of the server came.
 */
export function referenceOf(error: unknown): string | null {
  if (error instanceof UnfitAnswerError) return error.request_id
  return error instanceof ApiError && error.code === CODES.server_error ? error.request_id : null
}
