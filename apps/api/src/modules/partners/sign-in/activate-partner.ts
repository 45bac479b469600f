import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { NOBODY, newSecondFactor } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { recoveryProof } from './recovery-codes.ts'
import { setFirstCredentials, signInParameters } from './sign-in.repository.ts'

export interface PartnerActivation {
  email: string
  first_code: string
  second_code: string
  new_password: string
  second_factor?: boolean | undefined
}

/** What somebody new sets up, shown once. */
export interface Activated {
  email: string
  /** `otpauth://…`; null where they have no second factor, in a sandbox. */
  second_factor: string | null
  /** Each stands in for the second factor once; empty without one. */
  recovery_codes: readonly string[]
}

/**
 * Sets the first password of somebody of a partner's, once, with both halves of their activation code, within a week; also
 * for people who lost their second factor or were readmitted, with another password than before. On a live ledger a second
 * factor comes with it. Throws `password_too_common`, `staff_credentials_wrong`, `login_password_same`.
 */
export async function activatePartner(
  services: Services,
  { email, first_code, second_code, new_password, second_factor: wanted = false }: PartnerActivation,
): Promise<Activated> {
  const { database, settings, partner_passwords } = services
  requireUncommon(new_password, [email, settings.brand.name], 'new_password')
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, email))
  const { person_id, password_key_sealed } = known ?? { ...NOBODY, person_id: NOBODY.staff_id }
  const password = await partner_passwords.make(person_id, new_password)
  const former_proof = await partner_passwords.proof(person_id, new_password, password_key_sealed)
  const is_wanted = wanted || known?.needs_factor === true
  const { second_factor, recovery_codes, factor_sealed, factor_proof } = newSecondFactor(
    services,
    { owner_id: person_id, name: email },
    is_wanted,
    settings.secret('partner-second-factor'),
  )
  const recovery_proofs = recovery_codes.map((code) => recoveryProof(person_id, code))
  const credentials = {
    email,
    first_code,
    second_code,
    ...password,
    factor_sealed,
    factor_proof,
    recovery_proofs,
    former_proof,
  }
  const outcome = await database.transaction({ kind: 'system' }, (tx) => setFirstCredentials(tx, credentials))
  if (outcome === 'same') throw new Refusal('login_password_same', { field: 'new_password' })
  if (outcome === 'wrong') throw new Refusal('staff_credentials_wrong')
  return { email, second_factor, recovery_codes }
}
