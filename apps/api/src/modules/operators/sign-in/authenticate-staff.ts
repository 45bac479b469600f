import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { NOBODY, newSessionToken } from './credentials.ts'
import { spelledRecoveryCode } from './recovery-codes.ts'
import { factorProof } from './second-factor.ts'
import {
  type Judged,
  type SignInParameters,
  signInParameters,
  tryProof,
  trySignIn,
} from './sign-in.repository.ts'
import { type AtWork, refuseEnded, resumeSession } from './staff-sessions.ts'

/** Where somebody proves themselves. */
export interface Whereabouts {
  /** The address, or the network of an IPv6 one (`networkOf`). */
  network: string
  /** What the browser calls itself; null where there is none. */
  device: string | null
  /** The token that this browser was given when somebody signed in with it; null where it has none; left out of a browser. */
  browser_token?: string | null
}

/** The command line, on the program's own machine. */
export const COMMAND_LINE: Whereabouts = { network: 'local', device: null }

/** Somebody who has just signed in; `browser_token`: what their browser keeps from then on, null at the command line. */
export interface SignedIn extends AtWork {
  browser_token: string | null
}

/** A browser's token, and the one that it gets if that is none of ours; both null at the command line. */
export function browserTokens(browser_token: string | null | undefined): {
  browser_token: string | null
  new_browser_token: string | null
} {
  return {
    browser_token: browser_token ?? null,
    new_browser_token: browser_token === undefined ? null : newSessionToken(),
  }
}

/**
 * Signs somebody in with username, password and, if they have one (on a live ledger everybody does), a code of their
 * second factor or a recovery code, and opens a session. Throws `staff_credentials_wrong`; `second_factor_required` or
 * `second_factor_wrong` (also for a used code) if the password was right; `staff_locked` with its end after five
 * failures in a row from one network, there, for 15 minutes; a browser that they signed in with before counts by itself. The database counts a try before it judges it; success and failure both go to
 * the audit log.
 */
export async function authenticateStaff(
  services: Services,
  username: string,
  password: string,
  totp?: string,
  { network, device, browser_token }: Whereabouts = COMMAND_LINE,
  recovery_code?: string,
): Promise<SignedIn> {
  const { database, staff_passwords } = services
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, username))
  const { staff_id, password_key_sealed } = known ?? NOBODY
  const session_token = newSessionToken()
  const tried = {
    username,
    password_proof: await staff_passwords.proof(staff_id, password, password_key_sealed),
    ...staffFactorProof(services, known, totp),
    recovery_code: recovery_code === undefined ? null : spelledRecoveryCode(recovery_code),
    session_token,
    network,
    device,
    ...browserTokens(browser_token),
  }
  // Refuses outside the transaction, because the counted try has to be committed.
  const judged = await database.transaction({ kind: 'system' }, (tx) => trySignIn(tx, tried))
  refuseUnlessRight(judged, totp !== undefined || recovery_code !== undefined)
  return { ...(await resumeSession(services, session_token)), browser_token: judged.browser_token }
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
  { network, browser_token }: Pick<Whereabouts, 'network' | 'browser_token'> = COMMAND_LINE,
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
    browser_token: browser_token ?? null,
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
