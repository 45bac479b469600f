import type { Services } from '../../services.ts'
import { newFactor, sealFactor } from './credentials.ts'
import { totpAddress } from './totp.ts'

/** A second factor as stored and as shown to its owner; all null if there is none. */
export interface NewSecondFactor {
  factor_sealed: Buffer | null
  factor_proof: Buffer | null
  /** `otpauth://…`, shown once. */
  second_factor: string | null
}

/** Makes a second factor if wanted, and always on a live ledger (PRODUCT §15). */
export function newSecondFactor(
  { settings }: Services,
  { staff_id, username }: { staff_id: string; username: string },
  wanted: boolean,
): NewSecondFactor {
  if (!wanted && settings.ledger_mode !== 'live') {
    return { factor_sealed: null, factor_proof: null, second_factor: null }
  }
  const factor = newFactor()
  return {
    factor_sealed: sealFactor(settings.secret, staff_id, factor),
    factor_proof: factor.factor_proof,
    second_factor: totpAddress(settings.brand.name, username, factor.totp_secret),
  }
}
