import { createStore } from '@adtally/client/store.ts'

/** An account state that blocks the screens: codes 402, 403 and 404 (SPEC §8). */
export interface AccountNotice {
  code: 402 | 403 | 404
  message: string
  /** Opens the wallet of a disabled or cancelled account (PRODUCT §7). */
  restricted_token: string | null
}

/** The id of the last request that failed through no fault of the customer, while it is on screen. */
export const failure_reference = createStore<string | null>(null)

export const account_notice = createStore<AccountNotice | null>(null)
