import {
  partnerActivate,
  partnerLogin,
  partnerLogout,
  partnerProof,
  partnerSession,
} from '@adtally/contract/partner/statement/session.ts'
import type * as z from 'zod/mini'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { deviceName } from '../../modules/identity/index.ts'
import {
  activatePartner,
  authenticatePartner,
  ownPartnerSession,
  provePartnerAgain,
  resumePartner,
  signPartnerOut,
} from '../../modules/partners/index.ts'
import { type Door, type DoorRequest, signedIn } from '../door/door.ts'
import { cookieField, cookieName, tokenIn } from '../door/door-cookie.ts'
import { type SessionAnswer, type SessionCall, sessionCall } from '../door/session-call.ts'
import type { WireContext } from '../http/answer-call.ts'
import { notePartner } from './partner-door.ts'

/** The calls by which partners' people set up their access, sign in and out, and see and prove who they are. */
export function partnerSessionCalls(door: Door): SessionCall[] {
  const { services, face } = door
  const resumed = { find: (token: string) => resumePartner(services, token), note: notePartner }
  const looked = { find: (token: string) => ownPartnerSession(services, token), note: notePartner }
  return [
    sessionCall(door, partnerActivate, async (input) => ({
      data: await activatePartner(services, input),
      fields: [],
    })),
    sessionCall(door, partnerLogin, (input, request, context) => signIn(door, input, request, context)),
    sessionCall(door, partnerLogout, async (_input, request, context) => {
      const { session_token } = await signedIn(door, request, context, resumed)
      await signPartnerOut(services, session_token)
      return { data: {}, fields: ['set-cookie', cookieField(face, null)] }
    }),
    sessionCall(door, partnerSession, async (_input, request, context) => {
      const { found } = await signedIn(door, request, context, looked)
      return { data: shown(found), fields: [] }
    }),
    sessionCall(door, partnerProof, async (input, request, context) => {
      const { found, session_token } = await signedIn(door, request, context, resumed)
      await provePartnerAgain(services, found, input, networkOf(context.address))
      return { data: shown(await ownPartnerSession(services, session_token)), fields: [] }
    }),
  ]
}

/** Opens a session and ends the one that the browser had until now. */
async function signIn(
  { services, face }: Door,
  input: z.infer<typeof partnerLogin.request>,
  { headers }: DoorRequest,
  { address, user_agent }: WireContext,
): Promise<SessionAnswer> {
  const at = { network: networkOf(address), device: deviceName(user_agent) || null }
  const { session_token } = await authenticatePartner(services, input, at)
  const before = tokenIn(headers, cookieName(face))
  if (before !== undefined) await signPartnerOut(services, before)
  return {
    data: shown(await ownPartnerSession(services, session_token)),
    fields: ['set-cookie', cookieField(face, session_token)],
  }
}

function shown({ is_this: _, ...session }: Awaited<ReturnType<typeof ownPartnerSession>>) {
  return session
}
