import type { Reason } from '@adtally/contract/reasons.ts'
import type { AppMessages } from '@adtally/i18n/messages.ts'

/** Reasons that the contract's schemas give before anything is sent; each has its text under `validation`. */
const VALIDATION_KEYS = [
  'field_required',
  'field_invalid',
  'field_too_long',
  'username_invalid',
  'name_unreadable',
  'email_invalid',
  'phone_invalid',
  'password_too_short',
  'password_too_common',
  'passwords_differ',
  'amount_malformed',
  'amount_zero',
  'account_number_invalid',
  'wallet_address_invalid',
  'transaction_password_malformed',
  'message_empty',
  'time_zone_unknown',
] as const satisfies readonly (keyof AppMessages['validation'] & Reason)[]

/** What may be said of a field before it is sent. */
export type ValidationReason = (typeof VALIDATION_KEYS)[number]

/** The validation text's key for a schema's message; anything unknown is `field_invalid`. */
export function validationKey(message: string): ValidationReason {
  return VALIDATION_KEYS.find((key) => key === message) ?? 'field_invalid'
}
