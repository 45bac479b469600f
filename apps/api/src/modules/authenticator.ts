import type { AccountStatus, Language } from '@adtally/contract/enums.ts'
import type { Caller } from './route.ts'

/** A signed-in customer, with what the server needs to answer them. */
export interface SignedIn extends Caller {
  status: AccountStatus
  /** The customer's own setting; null follows Accept-Language. */
  language: Language | null
}

/** Who is behind a token; given by `identity`. */
export interface Authenticator {
  /**
   * Answers at once where the session is in memory, else by a promise. Throws (or rejects with) `not_signed_in`,
   * `token_expired`, `session_<end>` (identity's `SessionEnd`) or an account's refusal.
   */
  authenticate(token: string): SignedIn | Promise<SignedIn>
}
