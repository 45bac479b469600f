import { CODES, isReason, type Reason } from '@adtally/contract/reasons.ts'
import * as z from 'zod/mini'

/** The `data` of a refusal (PRODUCT §16). */
export const refusalData = z.looseObject({
  reason: z.optional(z.string()),
  field: z.optional(z.string()),
  lang: z.optional(z.string()),
  deadline: z.optional(z.string()),
  /** With 403 and 404 at login: only valid for wallet and withdrawal (PRODUCT §7). */
  restricted_token: z.optional(z.string()),
  /** When a second factor is missing: the kinds that would do, and the passkey challenge. */
  asks: z.optional(z.unknown()),
  /** With 401 on an entry route: opens an ad account (PRODUCT §7). */
  opening_ticket: z.optional(z.string()),
})
type RefusalData = z.infer<typeof refusalData>

/** A refusal by the server: a code of SPEC §8 with its message in the caller's language. */
export class ApiError extends Error {
  readonly code: number
  readonly reason: Reason | null
  readonly field: string | null
  readonly data: RefusalData
  /** The reply's `X-Request-Id`, or null. */
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

/** The server's answer breaks the contract: its fault, so that neither a retry nor another connection helps. */
export class UnfitAnswerError extends Error {
  /** The reply's `X-Request-Id`, or null. */
  readonly request_id: string | null

  constructor(cause: unknown, request_id: string | null) {
    super('the answer does not fit the contract', { cause })
    this.name = 'UnfitAnswerError'
    this.request_id = request_id
  }
}

/** No answer came, or one from something else, such as a proxy's page: a retry may help. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('no connection', { cause })
    this.name = 'ConnectionError'
  }
}

/** The id by which the office finds a failure in its log. Null if it is the customer's to mend, or no answer came. */
export function referenceOf(error: unknown): string | null {
  if (error instanceof UnfitAnswerError) return error.request_id
  return error instanceof ApiError && error.code === CODES.server_error ? error.request_id : null
}
