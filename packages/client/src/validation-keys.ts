import type { Reason } from '@adtally/contract/reasons.ts'
import type { AppMessages } from '@adtally/i18n/messages.ts'

/** Reasons in the contract's schemas; each has a text under `validation`. */
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

export type ValidationReason = (typeof VALIDATION_KEYS)[number]

/** The key of the validation text for a schema's message; unknown ones become `field_invalid`. */
export function validationKey(message: string): ValidationReason {
  return VALIDATION_KEYS.find((key) => key === message) ?? 'field_invalid'
}
