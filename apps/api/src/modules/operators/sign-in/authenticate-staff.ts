import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { NOBODY, newSessionToken } from './credentials.ts'
import { factorProof } from './second-factor.ts'
import {
  type Judged,
  type SignInParameters,
  signInParameters,
  tryProof,
  trySignIn,
} from './sign-in.repository.ts'
import { refuseEnded, resumeSession } from './staff-sessions.ts'

/** Where somebody proves themselves. */
export interface Whereabouts {
  /** The address, or the network of an IPv6 one (`networkOf`). */
  network: string
  /** What the browser calls itself; null where there is none. */
  device: string | null
}

/** The command line, on the program's own machine. */
export const COMMAND_LINE: Whereabouts = { network: 'local', device: null }

/**
 * Signs somebody in with username, password and, if they have one (on a live ledger everybody does), a code of their
 * second factor, and opens a session. Throws `staff_credentials_wrong`; `second_factor_required` or
 * `second_factor_wrong` (also for a used code) if the password was right; `staff_locked` with its end after five
 * failures in a row from one network, there, for 15 minutes. The database counts a try before it judges it; success and failure both go to
 * the audit log.
 */
export async function authenticateStaff(
  services: Services,
  username: string,
  password: string,
  totp?: string,
  { network, device }: Whereabouts = COMMAND_LINE,
): Promise<Staff> {
  const { database, staff_passwords } = services
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, username))
  const { staff_id, password_key_sealed } = known ?? NOBODY
  const session_token = newSessionToken()
  const tried = {
    username,
    password_proof: await staff_passwords.proof(staff_id, password, password_key_sealed),
    ...staffFactorProof(services, known, totp),
    session_token,
    network,
    device,
  }
  // Refuses outside the transaction, because the counted try has to be committed.
  const judged = await database.transaction({ kind: 'system' }, (tx) => trySignIn(tx, tried))
  refuseUnlessRight(judged, totp !== undefined)
  return await resumeSession(services, session_token)
}

/**
 * Proves again who is at work, so that what asks for a fresh proof may be done for five minutes: by a code of the second
 * factor, or by the password in a sandbox where there is none. Throws as `authenticateStaff` does, and `field_required` if
 * what is needed was not given.
 */
export async function proveAgain(
  services: Services,
  { staff_id, username, session_token }: Staff,
  { password, totp }: { password?: string | undefined; totp?: string | undefined },
  network = COMMAND_LINE.network,
): Promise<void> {
  const { database, staff_passwords } = services
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, username))
  if (totp === undefined && known?.factor_sealed)
    throw new Refusal('second_factor_required', { field: 'totp' })
  if (password === undefined && !known?.factor_sealed)
    throw new Refusal('field_required', { field: 'password' })
  const tried = {
    password_proof:
      password === undefined
        ? null
        : await staff_passwords.proof(staff_id, password, known?.password_key_sealed ?? null),
    ...staffFactorProof(services, known, totp),
    session_token,
    network,
  }
  // Refuses outside the transaction, because the counted try has to be committed.
  const judged = await database
    .transaction({ kind: 'system' }, (tx) => tryProof(tx, tried))
    .catch(refuseEnded)
  refuseUnlessRight(judged, totp !== undefined)
}

/** Throws the reason unless the try was right. `code_given`: whether it included a code of the second factor. */
export function refuseUnlessRight({ outcome, locked_until }: Judged, code_given: boolean): void {
  if (outcome === 'right') return
  if (locked_until) throw new Refusal('staff_locked', { deadline: locked_until })
  if (outcome !== 'factor_wrong') throw new Refusal('staff_credentials_wrong')
  throw new Refusal(code_given ? 'second_factor_wrong' : 'second_factor_required')
}

function staffFactorProof({ settings }: Services, known: SignInParameters | undefined, totp?: string) {
  const kept = known && { ...known, owner_id: known.staff_id }
  return factorProof(settings.secret('staff-second-factor'), kept, totp)
}
