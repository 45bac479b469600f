import type { Services } from '../../services.ts'
import { newFactor, sealFactor } from './credentials.ts'
import { newRecoveryCodes, spelledRecoveryCode } from './recovery-codes.ts'
import { totpAddress } from './totp.ts'

/** A second factor as stored and as shown to its owner; all null if there is none. */
export interface NewSecondFactor {
  factor_sealed: Buffer | null
  factor_proof: Buffer | null
  /** `otpauth://…`, shown once. */
  second_factor: string | null
  /** Shown once; none without a second factor. */
  recovery_codes: readonly string[]
  /** The same as the database digests them. */
  spelled_codes: readonly string[]
}

/** Makes a second factor if wanted, and always on a live ledger (PRODUCT §15). */
export function newSecondFactor(
  { settings }: Services,
  { staff_id, username }: { staff_id: string; username: string },
  wanted: boolean,
): NewSecondFactor {
  if (!wanted && settings.ledger_mode !== 'live') {
    return {
      ...{ factor_sealed: null, factor_proof: null, second_factor: null },
      ...{ recovery_codes: [], spelled_codes: [] },
    }
  }
  const factor = newFactor()
  const recovery_codes = newRecoveryCodes()
  return {
    factor_sealed: sealFactor(settings.secret, staff_id, factor),
    factor_proof: factor.factor_proof,
    second_factor: totpAddress(settings.brand.name, username, factor.totp_secret),
    recovery_codes,
    spelled_codes: recovery_codes.map(spelledRecoveryCode),
  }
}
