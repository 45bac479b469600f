import * as z from 'zod/mini'
import { transactionPassword } from '../fields.ts'
import { presentPassword } from './identity-password.ts'
import { FACTOR_REFUSALS, factorProof } from './passkey.ts'

/** Proof of the account's owner: the transaction password (or sign-in password if none is set) and the factor. */
export const ownerProof = {
  password: z.optional(transactionPassword),
  login_password: z.optional(presentPassword),
  ...factorProof,
}

/** Why the proof fails. */
export const OWNER_REFUSALS = [
  'field_required',
  'transaction_password_malformed',
  'transaction_password_not_set',
  'transaction_password_wrong',
  'transaction_password_locked',
  'login_password_wrong',
  ...FACTOR_REFUSALS,
] as const
