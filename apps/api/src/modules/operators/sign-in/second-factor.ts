import type { Services } from '../../services.ts'
import { newFactor, openFactor, sealFactor } from './credentials.ts'
import { acceptedStep, totpAddress } from './totp.ts'

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
  { owner_id, name }: { owner_id: string; name: string },
  wanted: boolean,
  sealing_key = settings.secret('staff-second-factor'),
): NewSecondFactor {
  if (!wanted && settings.ledger_mode !== 'live') {
    return { factor_sealed: null, factor_proof: null, second_factor: null }
  }
  const factor = newFactor()
  return {
    factor_sealed: sealFactor(sealing_key, owner_id, factor),
    factor_proof: factor.factor_proof,
    second_factor: totpAddress(settings.brand.name, name, factor.totp_secret),
  }
}

/** What is kept of somebody's second factor, for judging a code. */
export interface FactorParameters {
  owner_id: string
  factor_sealed: Buffer | null
  factor_last_step: bigint
  wall_time: Date
}

/** What a code proves of a second factor; both null where none fits, or it was used. */
export function factorProof(
  sealing_key: Buffer,
  known: FactorParameters | undefined,
  code: string | undefined,
): { factor_proof: Buffer | null; factor_step: bigint | null } {
  const factor = known?.factor_sealed && openFactor(sealing_key, known.owner_id, known.factor_sealed)
  const factor_step =
    factor && code !== undefined
      ? acceptedStep(factor.totp_secret, code, known.wall_time, known.factor_last_step)
      : null
  return { factor_proof: factor && factor_step !== null ? factor.factor_proof : null, factor_step }
}
