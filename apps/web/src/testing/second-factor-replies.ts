import type { OutputOf } from '@adtally/contract/call.ts'
import type { secondFactor } from '@adtally/contract/identity/security.ts'

/** No second factor, where there can be no passkey either. */
export const NO_FACTOR: OutputOf<typeof secondFactor> = {
  since: null,
  app_since: null,
  at_sign_in_since: null,
  recovery_codes_left: 0,
  passkeys: [],
  passkey_origin: null,
}
/** Since when a customer has one. */
export const SINCE = '2026-03-01T12:00:00Z'
/** The recovery codes that come with it. */
export const CODES = Array.from({ length: 10 }, (_, index) => `abcd${'bcdefghijk'[index]}-fgh23`)
/** Where it is set up. */
export const FACTOR_PAGE = '/wallet/set-password?mode=second-factor'
