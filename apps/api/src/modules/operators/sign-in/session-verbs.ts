import { givenPassword } from '@adtally/contract/operator/house/staff.ts'
import { staffUsername } from '@adtally/contract/operator/statement/fields.ts'
import * as z from 'zod/mini'
import { StartError } from '../../../database/start-error.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import type { OpenVerb } from '../proposals/open-verbs.ts'
import { authenticateStaff } from './authenticate-staff.ts'
import { forgetSession, keepSession, keptSession, sessionPath } from './session-file.ts'
import { resumeSession, signOut } from './staff-sessions.ts'

const loginInput = z.strictObject({
  as: staffUsername,
  password: givenPassword,
  totp: z.optional(z.string()),
})

/** `login`: opens a session and keeps it, so that many verbs need only one password and code. */
export const loginVerb: OpenVerb = {
  name: 'login',
  summary:
    'Sign in for the verbs that follow, by OPERATOR_PASSWORD and, with a second factor, --totp; until logout, a quarter of an hour without a verb, or twelve hours',
  request: loginInput,
  may_rest: 'live',
  run: async (services, flags) => {
    const { as, password, totp } = parseInput(loginInput, flags)
    const { username, roles, session_token } = await authenticateStaff(services, as, password, totp)
    const folder = services.settings.operator_sessions
    keepSession(folder, username, session_token)
    return { username, roles, session: sessionPath(folder, username) }
  },
}

const logoutInput = z.strictObject({ as: staffUsername })

export const logoutVerb: OpenVerb = {
  name: 'logout',
  summary: 'End the session that login has kept',
  request: logoutInput,
  may_rest: 'live',
  run: async (services, flags) => {
    const { as } = parseInput(logoutInput, flags)
    const folder = services.settings.operator_sessions
    const session_token = keptSession(folder, as)
    if (session_token !== null) await signOut(services, session_token)
    forgetSession(folder, as)
    return { username: as, signed_out: session_token !== null }
  },
}

/**
 * The person whose session `login` has kept under `username`; null if none is kept, or it has ended. Throws
 * `StartError` if it is somebody else's session, for example because the file was copied.
 */
export async function keptStaff(services: Services, username: string): Promise<Staff | null> {
  const folder = services.settings.operator_sessions
  // Only a valid username may become a file path.
  const session_token = z.safeParse(staffUsername, username).success ? keptSession(folder, username) : null
  if (session_token === null) return null
  const staff = await resumeSession(services, session_token).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'token_expired') return null
    throw error
  })
  if (staff && staff.username !== username) {
    throw new StartError(
      `The session at ${sessionPath(folder, username)} is not ${username}'s; remove it and sign in again.`,
    )
  }
  return staff
}
