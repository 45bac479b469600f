import {
  type OpenStaffCall,
  staffLogin,
  staffLogout,
  staffProof,
  staffSession,
} from '@adtally/contract/operator/statement/session.ts'
import type * as z from 'zod/mini'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { asStated } from '../../modules/as-stated.ts'
import { deviceName } from '../../modules/identity/index.ts'
import {
  authenticateStaff,
  ownSession,
  proveAgain,
  resumeSession,
  signOut,
  type Whereabouts,
} from '../../modules/operators/index.ts'
import type { WireContext } from '../http/answer-call.ts'
import {
  AnswerWithFields,
  authenticated,
  type OfficeRequest,
  type OfficeServer,
  type OfficeWork,
} from './office-server.ts'
import { sessionCookieName, sessionField, sessionToken } from './session-cookie.ts'

/** A call about the session, and what it does. */
export interface SessionCall {
  call: OpenStaffCall
  work: OfficeWork
}

/** The calls by which staff sign in and out and see and prove who they are. */
export function sessionCalls(server: OfficeServer): SessionCall[] {
  return [
    sessionCall(server, staffLogin, (input, request, context) => signIn(server, input, request, context)),
    sessionCall(server, staffLogout, async (_input, request, context) => {
      const { session_token } = await authenticated(server, request, context, (token) =>
        resumeSession(server.services, token),
      )
      await signOut(server.services, session_token)
      return { data: {}, fields: ['set-cookie', sessionField(server.services.settings, null)] }
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

interface Answer {
  data: unknown
  fields: string[]
}

/** Binds a call to its body, which is given its input parsed; where that is checked, its answers are as stated. */
function sessionCall<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  { services, public_writes }: OfficeServer,
  call: OpenStaffCall<Request, Response>,
  body: (input: z.infer<Request>, request: OfficeRequest, context: WireContext) => Promise<Answer>,
): SessionCall {
  return {
    call,
    work: async (request, context) => {
      if (call.by === 'nobody') public_writes.count(networkOf(context.address))
      let fields: string[] = []
      const data = await asStated(services, call, () =>
        request.withInput(async (given) => {
          refuseUnkept(given, '')
          const answer = await body(parseInput(call.request, given), request, context)
          fields = answer.fields
          return answer.data
        }),
      )
      return new AnswerWithFields(data, fields)
    },
  }
}

/** Opens a session and ends the one that the browser had until now. */
async function signIn(
  { services }: OfficeServer,
  { username, password, totp }: z.infer<typeof staffLogin.request>,
  { headers }: OfficeRequest,
  { address, user_agent }: WireContext,
): Promise<Answer> {
  const at: Whereabouts = { network: networkOf(address), device: deviceName(user_agent) || null }
  const { session_token } = await authenticateStaff(services, username, password, totp, at)
  const before = sessionToken(headers, sessionCookieName(services.settings))
  if (before !== undefined) await signOut(services, before)
  return {
    data: shown(await ownSession(services, session_token)),
    fields: ['set-cookie', sessionField(services.settings, session_token)],
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
