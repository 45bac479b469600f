import {
  staffLogin,
  staffLogout,
  staffProof,
  staffSession,
} from '@adtally/contract/operator/statement/session.ts'
import type * as z from 'zod/mini'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { deviceName } from '../../modules/identity/index.ts'
import {
  authenticateStaff,
  ownSession,
  proveAgain,
  resumeSession,
  signOut,
  type Whereabouts,
} from '../../modules/operators/index.ts'
import type { Door, DoorRequest } from '../door/door.ts'
import { cookieField, cookieName, tokenIn } from '../door/door-cookie.ts'
import { type SessionAnswer, type SessionCall, sessionCall } from '../door/session-call.ts'
import type { WireContext } from '../http/answer-call.ts'
import { authenticated } from './office-server.ts'

/** The calls by which staff sign in and out and see and prove who they are. */
export function sessionCalls(server: Door): SessionCall[] {
  return [
    sessionCall(server, staffLogin, (input, request, context) => signIn(server, input, request, context)),
    sessionCall(server, staffLogout, async (_input, request, context) => {
      const { session_token } = await authenticated(server, request, context, (token) =>
        resumeSession(server.services, token),
      )
      await signOut(server.services, session_token)
      return { data: {}, fields: ['set-cookie', cookieField(server.face, null)] }
    }),
    sessionCall(server, staffSession, async (_input, request, context) => {
      const { found } = await authenticated(server, request, context, (token) =>
        ownSession(server.services, token),
      )
      return { data: shown(found), fields: [] }
    }),
    sessionCall(server, staffProof, async (input, request, context) => {
      const { services } = server
      const { found, session_token } = await authenticated(server, request, context, (token) =>
        resumeSession(services, token),
      )
      await proveAgain(services, found, input, networkOf(context.address))
      return { data: shown(await ownSession(services, session_token)), fields: [] }
    }),
  ]
}

/** Opens a session and ends the one that the browser had until now. */
async function signIn(
  { services, face }: Door,
  { username, password, totp }: z.infer<typeof staffLogin.request>,
  { headers }: DoorRequest,
  { address, user_agent }: WireContext,
): Promise<SessionAnswer> {
  const at: Whereabouts = { network: networkOf(address), device: deviceName(user_agent) || null }
  const { session_token } = await authenticateStaff(services, username, password, totp, at)
  const before = tokenIn(headers, cookieName(face))
  if (before !== undefined) await signOut(services, before)
  return {
    data: shown(await ownSession(services, session_token)),
    fields: ['set-cookie', cookieField(face, session_token)],
  }
}

function shown(session: Awaited<ReturnType<typeof ownSession>>) {
  const {
    session_id,
    device,
    network,
    opened_at,
    seen_at,
    ends_at,
    staff_id,
    username,
    roles,
    proof_ends_at,
  } = session
  return {
    session_id,
    device,
    network,
    opened_at,
    seen_at,
    ends_at,
    staff_id,
    username,
    roles,
    proof_ends_at,
  }
}
