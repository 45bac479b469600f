import type { Reason } from '@adtally/contract/reasons.ts'

/** What a field's value has to keep to; only what it did not keep to, or all of a number's. */
export interface Bounds {
  /** Of a number. */
  minimum?: number
  maximum?: number
  /** Of text, in UTF-16 units. */
  length_min?: number
  length_max?: number
  /** Of a list. */
  items_min?: number
  items_max?: number
  /** Of a file. */
  bytes_max?: number
  /** Of a closed set: its members. */
  one_of?: readonly string[]
  /** A value that would do, of what has a form. */
  example?: string
}

/** What a refusal may say beside its reason (PRODUCT §16). */
export interface RefusalDetails {
  /** The request's field to blame, as a dotted path. */
  field?: string
  /** What that field's value has to keep to. */
  bounds?: Bounds
  /** When a hold or lock ends. */
  deadline?: Date
  /** Values for the message's ICU arguments. */
  values?: Record<string, string | number>
  /** Money among those arguments: a decimal string in major units, written in the reader's language. */
  money?: Record<string, { amount: string; currency: string }>
  /** Further members of the reply's `data`, listed in the call's contract (for example `opening_ticket`). */
  data?: Record<string, unknown>
}

/** The wire's form of an amount, for who sent another; the app writes an example as the reader's language does. */
const AMOUNT_EXAMPLE = '250.00'

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
    this.details =
      reason === 'amount_malformed' ? { ...details, values: { example: AMOUNT_EXAMPLE } } : details
  }
}
