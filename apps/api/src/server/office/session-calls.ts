import {
  type OpenStaffCall,
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
import * as z from 'zod/mini'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { asStated } from '../../modules/as-stated.ts'
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
  staffPassword,
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
import {
  browserField,
  browserToken,
  sessionCookieName,
  sessionField,
  sessionToken,
} from './session-cookie.ts'

/** A call about the session, and what it does. */
export interface SessionCall {
  call: OpenStaffCall
  work: OfficeWork
}

/** The calls by which staff sign in and out, see and prove who they are, and set up what they do so with. */
export function sessionCalls(server: OfficeServer): SessionCall[] {
  return [...entryCalls(server), ...ownCalls(server), ...passkeyCalls(server)]
}

/** The calls of who is nobody yet. */
function entryCalls(server: OfficeServer): SessionCall[] {
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
      parseInput(checkedPassword, { new_password: input.new_password })
      const { username, second_factor, recovery_codes } = await activateStaff(services, input)
      return bare({ username, second_factor, recovery_codes })
    }),
  ]
}

/** What the server knows of a new password beyond its form: whether it is too common. */
const checkedPassword = z.strictObject({ new_password: staffPassword })

/** The calls of who has a session, about it. */
function ownCalls(server: OfficeServer): SessionCall[] {
  const { services } = server
  return [
    sessionCall(server, staffLogout, async (_input, request, context) => {
      const { session_token } = await atWork(server, request, context)
      await signOut(services, session_token)
      return { data: {}, fields: ['set-cookie', sessionField(services.settings, null)] }
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
function passkeyCalls(server: OfficeServer): SessionCall[] {
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

function bare(data: unknown): Answer {
  return { data, fields: [] }
}

async function atWork(server: OfficeServer, request: OfficeRequest, context: WireContext) {
  const { found } = await authenticated(server, request, context, (token) =>
    resumeSession(server.services, token),
  )
  return found
}

function whereabouts(
  { services }: OfficeServer,
  { headers }: OfficeRequest,
  { address, user_agent }: WireContext,
): Whereabouts {
  return {
    network: networkOf(address),
    device: deviceName(user_agent) || null,
    browser_token: browserToken(headers, services.settings),
  }
}

/** Hands out a session that was opened, and ends the one that the browser had until now. */
async function opened(
  { services }: OfficeServer,
  { headers }: OfficeRequest,
  { session_token, browser_token }: SignedIn,
): Promise<Answer> {
  const { settings } = services
  const before = sessionToken(headers, sessionCookieName(settings))
  if (before !== undefined) await signOut(services, before)
  const fields = ['set-cookie', sessionField(settings, session_token)]
  if (browser_token !== null) fields.push('set-cookie', browserField(settings, browser_token))
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
