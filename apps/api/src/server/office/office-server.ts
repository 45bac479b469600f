import { Readable } from 'node:stream'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { OFFICE_PERSON_HEADER } from '@adtally/contract/operator/statement/session.ts'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { bigintAsText } from '../../lib/bigint-as-text.ts'
import type { WireReply } from '../../lib/lane.ts'
import { Refusal } from '../../lib/refusal.ts'
import { FileReply } from '../../modules/route.ts'
import {
  type Answerer,
  type Answering,
  answererOf,
  type CallRequest,
  type WireContext,
} from '../http/answer-call.ts'
import { JSON_TYPE, successText } from '../http/envelope.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { sessionCookieName, sessionToken } from './session-cookie.ts'

/** What serving the office needs, made once per server. */
export interface OfficeServer extends Answering {
  /** Limit by address for requests without a session. */
  addresses: RateLimit
  /** The stricter limit by address for signing in. */
  public_writes: RateLimit
  people: RateLimit
}

/** A request for a call of the office: what was sent as input is not looked at before it is known by whom. */
export interface OfficeRequest extends CallRequest {
  /** Does `work` with the members of the body, the form or the query; files can be read until it is done. Throws `Refusal`. */
  withInput<T>(work: (given: Readonly<Record<string, unknown>>) => Promise<T>): Promise<T>
}

/** An answer with header fields of its own. */
export class AnswerWithFields {
  readonly data: unknown
  readonly fields: readonly string[]

  constructor(data: unknown, fields: readonly string[]) {
    this.data = data
    this.fields = fields
  }
}

/** A document in the envelope's place. */
export class DocumentAnswer {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** Does what one call of the office asks, by nobody known yet. Throws `Refusal`. */
export type OfficeWork = (request: OfficeRequest, context: WireContext) => Promise<unknown>

/** Answers one call of the office, from its own page alone; what comes from elsewhere counts against its address. */
export function officeAnswerer(
  name: string,
  server: OfficeServer,
  work: OfficeWork,
): Answerer<OfficeRequest> {
  const { settings } = server.services
  return answererOf(
    {
      name: `office/${name}`,
      is_polled: false,
      run: (request, context) => {
        try {
          refuseForeign(request, settings)
        } catch (error) {
          server.addresses.count(networkOf(context.address))
          throw error
        }
        return work(request, context)
      },
      replyOf: (result) => replyOf(result),
      failureOf: (error) => error,
    },
    server,
  )
}

/**
 * Finds who is at work by a request's cookie. Failures count against the address, so that tokens can't be guessed; what
 * somebody asks for counts against them. A page that shows another person than the cookie's has no session: what it asks for
 * was not theirs to ask. Throws `not_signed_in`, `token_expired`, `too_many_requests`.
 */
export async function authenticated<Found extends { staff_id: string }>(
  { services, addresses, people }: OfficeServer,
  request: OfficeRequest,
  context: WireContext,
  find: (session_token: string) => Promise<Found>,
): Promise<{ found: Found; session_token: string }> {
  try {
    const session_token = sessionToken(request.headers, sessionCookieName(services.settings))
    if (session_token === undefined) throw new Refusal('not_signed_in')
    const found = await find(session_token)
    context.staff_id = found.staff_id
    people.count(found.staff_id)
    const shown = request.headers[OFFICE_PERSON_HEADER]
    if (shown !== undefined && shown !== found.staff_id) throw new Refusal('token_expired')
    return { found, session_token }
  } catch (error) {
    if (error instanceof Refusal && context.staff_id === undefined)
      addresses.count(networkOf(context.address))
    throw error
  }
}

function replyOf(result: unknown): WireReply | FileReply {
  if (result instanceof Download) return fileReplyOf(result)
  const headers = ['content-type', JSON_TYPE, 'cache-control', 'no-store']
  if (result instanceof DocumentAnswer) return { status: 200, headers, body: result.json }
  const { data, fields } = result instanceof AnswerWithFields ? result : { data: result, fields: [] }
  const body = successText(JSON.stringify(data, bigintAsText) ?? 'null')
  return { status: 200, headers: [...headers, ...fields], body }
}

function fileReplyOf({ file_name, media_type, content }: Download): FileReply {
  return new FileReply({ file_name, media_type, bytes: content.length, content: Readable.from([content]) })
}
