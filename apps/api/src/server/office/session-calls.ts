import {
  staffActivation,
  staffLogin,
  staffLoginQuestion,
  staffLogout,
  staffPasskeyAdding,
  staffPasskeyLogin,
  staffPasskeyMaking,
  staffProof,
  staffProofQuestion,
  staffSession,
} from '@adtally/contract/operator/statement/session.ts'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { deviceName } from '../../modules/identity/index.ts'
import {
  activateStaff,
  addStaffPasskey,
  askToProve,
  askToSignIn,
  authenticateStaff,
  beginStaffPasskey,
  ownSession,
  proveAgain,
  proveByPasskey,
  resumeSession,
  type SignedIn,
  signInByPasskey,
  signOut,
  type Whereabouts,
} from '../../modules/operators/index.ts'
import type { Door, DoorRequest } from '../door/door.ts'
import { browserField, browserToken, cookieField, cookieName, tokenIn } from '../door/door-cookie.ts'
import { type SessionAnswer, type SessionCall, sessionCall } from '../door/session-call.ts'
import type { WireContext } from '../http/answer-call.ts'
import { authenticated } from './office-server.ts'

/** The calls by which staff sign in and out, see and prove who they are, and set up what they do so with. */
export function sessionCalls(door: Door): SessionCall[] {
  return [...entryCalls(door), ...ownCalls(door), ...passkeyCalls(door)]
}

/** The calls of who is nobody yet. */
function entryCalls(server: Door): SessionCall[] {
  const { services } = server
  return [
    sessionCall(server, staffLogin, async (input, request, context) => {
      const { username, password, totp, recovery_code } = input
      const at = whereabouts(server, request, context)
      return opened(
        server,
        request,
        await authenticateStaff(services, username, password, totp, at, recovery_code),
      )
    }),
    sessionCall(server, staffLoginQuestion, async () => bare(await askToSignIn(services))),
    sessionCall(server, staffPasskeyLogin, async ({ passkey }, request, context) => {
      const at = whereabouts(server, request, context)
      return opened(server, request, await signInByPasskey(services, passkey, at))
    }),
    sessionCall(server, staffActivation, async (input) => {
      const { username, second_factor, recovery_codes } = await activateStaff(services, input)
      return bare({ username, second_factor, recovery_codes })
    }),
  ]
}

/** The calls of who has a session, about it. */
function ownCalls(server: Door): SessionCall[] {
  const { services } = server
  return [
    sessionCall(server, staffLogout, async (_input, request, context) => {
      const { session_token } = await atWork(server, request, context)
      await signOut(services, session_token)
      return { data: {}, fields: ['set-cookie', cookieField(server.face, null)] }
    }),
    sessionCall(server, staffSession, async (_input, request, context) => {
      const { found } = await authenticated(server, request, context, (token) => ownSession(services, token))
      return bare(shown(found))
    }),
    sessionCall(server, staffProof, async ({ passkey, ...input }, request, context) => {
      const staff = await atWork(server, request, context)
      const at = whereabouts(server, request, context)
      if (passkey) await proveByPasskey(services, staff, passkey, at.network)
      else await proveAgain(services, staff, input, at)
      return bare(shown(await ownSession(services, staff.session_token)))
    }),
    sessionCall(server, staffProofQuestion, async (_input, request, context) =>
      bare(await askToProve(services, await atWork(server, request, context))),
    ),
  ]
}

/** The calls by which somebody makes a passkey of their own. */
function passkeyCalls(server: Door): SessionCall[] {
  const { services } = server
  return [
    sessionCall(server, staffPasskeyMaking, async (_input, request, context) =>
      bare(await beginStaffPasskey(services, await atWork(server, request, context))),
    ),
    sessionCall(server, staffPasskeyAdding, async (input, request, context) => {
      const staff = await atWork(server, request, context)
      return bare({ passkey_id: await addStaffPasskey(services, staff, input) })
    }),
  ]
}

function bare(data: unknown): SessionAnswer {
  return { data, fields: [] }
}

async function atWork(server: Door, request: DoorRequest, context: WireContext) {
  const { found } = await authenticated(server, request, context, (token) =>
    resumeSession(server.services, token),
  )
  return found
}

function whereabouts(
  { face }: Door,
  { headers }: DoorRequest,
  { address, user_agent }: WireContext,
): Whereabouts {
  return {
    network: networkOf(address),
    device: deviceName(user_agent) || null,
    browser_token: browserToken(headers, face),
  }
}

/** Hands out a session that was opened, and ends the one that the browser had until now. */
async function opened(
  { services, face }: Door,
  { headers }: DoorRequest,
  { session_token, browser_token }: SignedIn,
): Promise<SessionAnswer> {
  const before = tokenIn(headers, cookieName(face))
  if (before !== undefined) await signOut(services, before)
  const kept = browser_token === null ? null : browserField(face, browser_token)
  const fields = [
    'set-cookie',
    cookieField(face, session_token),
    ...(kept === null ? [] : ['set-cookie', kept]),
  ]
  return { data: shown(await ownSession(services, session_token)), fields }
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
