import type { Reason } from '@adtally/contract/reasons.ts'

/** What a refusal may say beside its reason (PRODUCT §16). */
export interface RefusalDetails {
  /** The request's field to blame, as a dotted path. */
  field?: string
  /** When a hold or lock ends. */
  deadline?: Date
  /** Values for the message's ICU arguments. */
  values?: Record<string, string | number>
  /** Money among those arguments: a decimal string in major units, written in the reader's language. */
  money?: Record<string, { amount: string; currency: string }>
  /** Further members of the reply's `data`, listed in the call's contract (for example `opening_ticket`). */
  data?: Record<string, unknown>
}

/**
 * A rule's "no". Actions throw it; the transaction helper rolls back; the server answers HTTP 200 with the
 * reason's code (SPEC §8), the message in the caller's language and `data.reason`.
 */
export class Refusal extends Error {
  readonly reason: Reason
  readonly details: RefusalDetails

  constructor(reason: Reason, details: RefusalDetails = {}) {
    super(reason)
    this.name = 'Refusal'
    this.reason = reason
    this.details = details
  }
}
