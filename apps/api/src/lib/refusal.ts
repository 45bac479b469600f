import type { Bounds } from '@adtally/contract/bounds.ts'
import type { Reason } from '@adtally/contract/reasons.ts'

/** What a refusal may carry beside its reason (PRODUCT §16). */
export interface RefusalDetails {
  /** The request's field to blame, as a dotted path. */
  field?: string
  /** The bounds of that field's value. */
  bounds?: Bounds
  /** When a hold or lock ends. */
  deadline?: Date
  /** Values of the message's ICU arguments. */
  values?: Record<string, string | number>
  /** Money arguments of the message: a decimal string in major units, formatted for the reader's language. */
  money?: Record<string, { amount: string; currency: string }>
  /** More members of the reply's `data`, listed in the call's contract (for example `opening_ticket`). */
  data?: Record<string, unknown>
}

/** An amount as the wire has it, for senders of another form; the app formats the example for its reader. */
const AMOUNT_EXAMPLE = '250.00'

/**
 * A rule's "no". Actions throw it; the transaction helper rolls back; the server answers HTTP 200 with the reason's
 * code (SPEC §8), a message in the caller's language and `data.reason`.
 */
export class Refusal extends Error {
  readonly reason: Reason
  readonly details: RefusalDetails

  constructor(reason: Reason, details: RefusalDetails = {}) {
    super(reason)
    this.name = 'Refusal'
    this.reason = reason
    this.details =
      reason === 'amount_malformed' ? { ...details, values: { example: AMOUNT_EXAMPLE } } : details
  }
}
