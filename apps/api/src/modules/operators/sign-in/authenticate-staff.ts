import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { NOBODY, newSessionToken, openFactor } from './credentials.ts'
import { type Judged, type SignInParameters, signInParameters, trySignIn } from './sign-in.repository.ts'
import { resumeSession } from './staff-sessions.ts'
import { acceptedStep } from './totp.ts'

/**
 * Signs somebody in with username, password and, if they have one (on a live ledger everybody does), a code of their
 * second factor, and opens a session. Throws `staff_credentials_wrong`; `second_factor_required` or
 * `second_factor_wrong` (also for a used code) if the password was right; `staff_locked` with its end after five
 * failures in a row, for 15 minutes. The database counts a try before it judges it; success and failure both go to
 * the audit log.
 */
export async function authenticateStaff(
  services: Services,
  username: string,
  password: string,
  totp?: string,
): Promise<Staff> {
  const { database, staff_passwords } = services
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, username))
  const { staff_id, password_key_sealed } = known ?? NOBODY
  const session_token = newSessionToken()
  const tried = {
    username,
    password_proof: await staff_passwords.proof(staff_id, password, password_key_sealed),
    ...factorProof(services, known, totp),
    session_token,
  }
  // Refuses outside the transaction, because the counted try has to be committed.
  const judged = await database.transaction({ kind: 'system' }, (tx) => trySignIn(tx, tried))
  refuseUnlessRight(judged, totp !== undefined)
  return await resumeSession(services, session_token)
}

/** Throws the reason unless the try was right. `code_given`: whether it included a code of the second factor. */
export function refuseUnlessRight({ outcome, locked_until }: Judged, code_given: boolean): void {
  if (outcome === 'right') return
  if (locked_until) throw new Refusal('staff_locked', { deadline: locked_until })
  if (outcome !== 'factor_wrong') throw new Refusal('staff_credentials_wrong')
  throw new Refusal(code_given ? 'second_factor_wrong' : 'second_factor_required')
}

function factorProof(
  { settings }: Services,
  known: SignInParameters | undefined,
  code: string | undefined,
): { factor_proof: Buffer | null; factor_step: bigint | null } {
  const factor = known?.factor_sealed && openFactor(settings.secret, known.staff_id, known.factor_sealed)
  const factor_step =
    factor && code !== undefined
      ? acceptedStep(factor.totp_secret, code, known.wall_time, known.factor_last_step)
      : null
  return { factor_proof: factor && factor_step !== null ? factor.factor_proof : null, factor_step }
}
