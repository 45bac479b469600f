import * as z from 'zod/mini'
import { transactionPassword } from '../fields.ts'
import { presentPassword } from './identity-password.ts'
import { FACTOR_REFUSALS, factorProof } from './passkey.ts'

/** What shows that an account is the caller's: the transaction password, or the sign-in password where none is set, and the factor. */
export const ownerProof = {
  password: z.optional(transactionPassword),
  login_password: z.optional(presentPassword),
  ...factorProof,
}

/** Why it does not. */
export const OWNER_REFUSALS = [
  'field_required',
  'transaction_password_malformed',
  'transaction_password_not_set',
  'transaction_password_wrong',
  'transaction_password_locked',
  'login_password_wrong',
  ...FACTOR_REFUSALS,
] as const
