import { Refusal } from '../../../lib/refusal.ts'
import {
  factorProof,
  NOBODY,
  newSessionToken,
  refuseUnlessRight,
  type Whereabouts,
} from '../../operators/index.ts'
import type { Partner } from '../../partner-verb.ts'
import type { Services } from '../../services.ts'
import { type PartnerAtWork, refuseEndedPartner, resumePartner } from './partner-sessions.ts'
import { recoveryProof } from './recovery-codes.ts'
import { type SignInParameters, signInParameters, tryProof, trySignIn } from './sign-in.repository.ts'

/** What somebody shows as their second factor: a code of the app, or a recovery code. */
export interface FactorGiven {
  totp?: string | undefined
  recovery_code?: string | undefined
}

/**
 * Signs somebody of a partner's in with address, password and, if they have one (on a live ledger everybody does), their
 * second factor, and opens a session. Throws `staff_credentials_wrong`; `second_factor_required` or `second_factor_wrong`
 * (also for a used code) if the password was right; `staff_locked` with its end after five failures in a row from one
 * network, there, for 15 minutes. The database counts a try before it judges it; success and failure both go to the audit log.
 */
export async function authenticatePartner(
  services: Services,
  { email, password, ...factor }: FactorGiven & { email: string; password: string },
  { network, device }: Whereabouts,
): Promise<PartnerAtWork> {
  const { database, partner_passwords } = services
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, email))
  const { person_id, password_key_sealed } = known ?? { ...NOBODY, person_id: NOBODY.staff_id }
  const session_token = newSessionToken()
  const tried = {
    email,
    password_proof: await partner_passwords.proof(person_id, password, password_key_sealed),
    ...factorShown(services, known, factor),
    session_token,
    network,
    device,
  }
  // Refuses outside the transaction, because the counted try has to be committed.
  const judged = await database.transaction({ kind: 'system' }, (tx) => trySignIn(tx, tried))
  refuseUnlessRight(judged, isGiven(factor))
  return await resumePartner(services, session_token)
}

/**
 * Proves again who is at work, so that what asks for a fresh proof may be done for five minutes: by the second factor, or by
 * the password in a sandbox where there is none. Throws as `authenticatePartner` does, and `field_required` if what is needed
 * was not given.
 */
export async function provePartnerAgain(
  services: Services,
  { person_id, email, session_token }: Partner,
  { password, ...factor }: FactorGiven & { password?: string | undefined },
  network: string,
): Promise<void> {
  const { database, partner_passwords } = services
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, email))
  if (!isGiven(factor) && known?.factor_sealed) throw new Refusal('second_factor_required', { field: 'totp' })
  if (password === undefined && !known?.factor_sealed)
    throw new Refusal('field_required', { field: 'password' })
  const tried = {
    password_proof:
      password === undefined
        ? null
        : await partner_passwords.proof(person_id, password, known?.password_key_sealed ?? null),
    ...factorShown(services, known, factor),
    session_token,
    network,
  }
  const judged = await database
    .transaction({ kind: 'system' }, (tx) => tryProof(tx, tried))
    .catch(refuseEndedPartner)
  refuseUnlessRight(judged, isGiven(factor))
}

function isGiven({ totp, recovery_code }: FactorGiven): boolean {
  return totp !== undefined || recovery_code !== undefined
}

function factorShown(
  { settings }: Services,
  known: SignInParameters | undefined,
  { totp, recovery_code }: FactorGiven,
) {
  const kept = known && { ...known, owner_id: known.person_id }
  return {
    ...factorProof(settings.secret('partner-second-factor'), kept, totp),
    recovery_proof:
      known && recovery_code !== undefined ? recoveryProof(known.person_id, recovery_code) : null,
  }
}
