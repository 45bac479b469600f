import { Readable } from 'node:stream'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { networkOf } from '../../lib/addresses/client-address.ts'
import { bigintAsText } from '../../lib/bigint-as-text.ts'
import type { WireReply } from '../../lib/lane.ts'
import { Refusal } from '../../lib/refusal.ts'
import { FileReply } from '../../modules/route.ts'
import type { BuiltApp } from '../app/app-shell.ts'
import {
  type Answerer,
  type Answering,
  answererOf,
  type CallRequest,
  type WireContext,
} from '../http/answer-call.ts'
import { JSON_TYPE, successText } from '../http/envelope.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { cookieName, tokenIn } from './door-cookie.ts'
import { refuseForeign } from './refuse-foreign.ts'

/** A cookie's name, which tells browsers on https that it comes over nothing else. */
export interface CookieNames {
  https: string
  http: string
}

/** What tells one door of the program from another: whose page may come in, and by which cookie. */
export interface DoorFace {
  /** What its calls are counted and logged under. */
  name: 'office' | 'partner'
  /** The origin of its page. */
  origin: string
  /** The same page at a name of the same machine, where the origin's host is a number, as in a demo; else null. */
  named_origin: string | null
  /** Where its calls are, without a trailing slash. */
  path: string
  cookie: CookieNames
  /** By which a browser is known that somebody signed in with before; null where none is told apart. */
  browser_cookie: CookieNames | null
  /** What every call of its page carries and no other site can send. */
  header: { name: string; value: string }
  /** By which a page says whom it shows. */
  person_header: string
}

/** What serving one door needs, made once per server. */
export interface Door extends Answering {
  face: DoorFace
  /** Its page, whose build every reply names. */
  page: BuiltApp
  /** Limit by address for requests without a session. */
  addresses: RateLimit
  /** The stricter limit by address for signing in. */
  public_writes: RateLimit
  people: RateLimit
}

/** A request at a door: what was sent as input is not looked at before it is known by whom. */
export interface DoorRequest extends CallRequest {
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

/** Does what one call asks, by nobody known yet. Throws `Refusal`. */
export type DoorWork = (request: DoorRequest, context: WireContext) => Promise<unknown>

/** Answers one call, from the door's own page alone; what comes from elsewhere counts against its address. */
export function doorAnswerer(name: string, door: Door, work: DoorWork): Answerer<DoorRequest> {
  return answererOf(
    {
      name: `${door.face.name}/${name}`,
      is_polled: false,
      run: (request, context) => {
        try {
          refuseForeign(request, door.face)
        } catch (error) {
          door.addresses.count(networkOf(context.address))
          throw error
        }
        return work(request, context)
      },
      replyOf: (result) => replyOf(result),
      failureOf: (error) => error,
    },
    door,
  )
}

/** How a door finds who a session's owner is, and by which id they are counted and logged. */
export interface Finding<Found> {
  find(session_token: string): Promise<Found>
  /** Notes in the context who it is; answers their id. */
  note(found: NoInfer<Found>, context: WireContext): string
}

/**
 * Finds who is at work by a request's cookie. Failures count against the address, so that tokens can't be guessed; what
 * somebody asks for counts against them. A page that shows another person than the cookie's has no session: what it asks for
 * was not theirs to ask. Throws `not_signed_in`, `token_expired`, `too_many_requests`.
 */
export async function signedIn<Found>(
  { face, addresses, people }: Door,
  request: DoorRequest,
  context: WireContext,
  { find, note }: Finding<Found>,
): Promise<{ found: Found; session_token: string }> {
  let known = false
  try {
    const session_token = tokenIn(request.headers, cookieName(face))
    if (session_token === undefined) throw new Refusal('not_signed_in')
    const found = await find(session_token)
    known = true
    const person_id = note(found, context)
    people.count(person_id)
    const shown = request.headers[face.person_header]
    if (shown !== undefined && shown !== person_id) throw new Refusal('token_expired')
    return { found, session_token }
  } catch (error) {
    if (error instanceof Refusal && !known) addresses.count(networkOf(context.address))
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
