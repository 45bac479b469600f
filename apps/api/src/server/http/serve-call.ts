import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@adtally/contract/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { namesLanguage } from '../../lib/accept-language.ts'
import { clientAddress, networkOf } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import type { LaneRoute, WireReply } from '../../lib/lane.ts'
import { memoized } from '../../lib/memoized.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { SignedIn } from '../../modules/authenticator.ts'
import {
  authorise,
  FileReply,
  type PreparedCall,
  RenderedReply,
  type RequestContext,
  type Route,
} from '../../modules/route.ts'
import { noteOnSpan } from '../../telemetry/tracing.ts'
import {
  type Answerer,
  type Answering,
  answererOf,
  type CallRequest,
  single,
  type WireContext,
} from './answer-call.ts'
import { JSON_TYPE, successText } from './envelope.ts'
import { httpDate } from './headers.ts'
import { parseQuery } from './query-text.ts'
import type { RateLimit } from './rate-limit.ts'
import { sendFile, sendReply } from './wire-reply.ts'

const RESULT_HEADERS = ['content-type', JSON_TYPE, 'cache-control', 'no-store']

/** What serving calls needs, made once per server. */
export interface CallServer extends Answering {
  /** Limit by address for requests without a session. */
  addresses: RateLimit
  /** The stricter limit by address for public writes such as sign-in and registration. */
  public_writes: RateLimit
  customers: RateLimit
}

/** A request for a customer's call. */
interface CustomerRequest extends CallRequest {
  /** Parses the input. Throws `Refusal`. */
  prepare(): PreparedCall
}

/** Answers requests for one customers' call. */
export type CallAnswerer = Answerer<CustomerRequest>

/** Answers one customers' call: limits, session, the route, its reply. */
export function answerCalls(route: Route, server: CallServer): CallAnswerer {
  const { call, is_polled = false } = route
  const stated = server.services.checks_replies ? call : null
  return answererOf(
    {
      name: call.name,
      is_polled,
      run: (request, context) => run(route, request, context, server),
      replyOf: (result, context) => replyOf(result, context, stated),
      failureOf: (error) => (stated ? statedRefusal(error, stated) : error),
    },
    server,
  )
}

/** The call as a route of the framework; `bodyOf` if the body is not the parsed one. */
export function routed(
  route: Route,
  answerCall: CallAnswerer,
  { services, access }: CallServer,
  bodyOf: (request: FastifyRequest) => unknown = ({ body }) => body,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const { proxies } = services.settings
  return (request, reply) => {
    const { id: request_id, headers, ip, method, query } = request
    const prepare = () => route.prepare(method === 'POST' ? (bodyOf(request) ?? {}) : clean(query))
    const address = clientAddress(headers, ip, proxies)
    access.leaveToCall(request)
    answerCall({ request_id, method, headers, address, prepare }, (answer) =>
      answer instanceof FileReply ? sendFile(reply, answer) : sendReply(reply, answer),
    )
  }
}

/** The call on the lane. A poll's query has the same text each second, so its parse is cached. */
export function polled(path: string, route: Route, answerCall: CallAnswerer): LaneRoute {
  const prepared = memoized((query) => route.prepare(clean(parseQuery(query))))
  return {
    method: 'GET',
    path,
    handle: ({ request_id, headers, address, query }, answer) =>
      answerCall({ request_id, method: 'GET', headers, address, prepare: () => prepared(query) }, (reply) => {
        if (reply instanceof FileReply) reply.content.destroy(new Error('a polled call answers no file'))
        else answer(reply)
      }),
  }
}

/** A query must be storable as sent; bodies were checked when they were parsed. */
function clean(query: unknown): unknown {
  refuseUnkept(query, '')
  return query
}

function run({ call }: Route, request: CustomerRequest, context: WireContext, server: CallServer): unknown {
  if (call.auth === 'public') {
    const limit = call.method === 'POST' ? server.public_writes : server.addresses
    limit.count(networkOf(context.address))
    return request.prepare()(null, context)
  }
  const go = (signed_in: SignedIn) => {
    context.customer_id = signed_in.customer_id
    server.customers.count(signed_in.customer_id)
    // The answer is in the language of the caller's screen; the account's language is used if the request names none.
    if (signed_in.language && !namesLanguage(request.headers['accept-language'])) {
      context.language = signed_in.language
    }
    noteOnSpan({ customer_id: signed_in.customer_id })
    authorise(call, signed_in)
    return request.prepare()(signed_in, context)
  }
  const signed_in = authenticate(single(request.headers['x-ct']), context, server)
  return signed_in instanceof Promise ? signed_in.then(go) : go(signed_in)
}

/** Authenticates a token. Failures count against the address, so that tokens can't be guessed. */
function authenticate(
  token: string | undefined,
  { address }: RequestContext,
  { services, addresses }: CallServer,
): SignedIn | Promise<SignedIn> {
  const fail = (error: unknown): never => {
    if (error instanceof Refusal) addresses.count(networkOf(address))
    throw error
  }
  try {
    if (!token) throw new Refusal('not_signed_in')
    const signed_in = services.sessions.authenticate(token)
    return signed_in instanceof Promise ? signed_in.catch(fail) : signed_in
  } catch (error) {
    return fail(error)
  }
}

const SAYS_NO_MORE = z.strictObject({})

/** The error, or a fault in its place if a refusal's data is not stated in the contract. */
function statedRefusal(error: unknown, { refusal_data = SAYS_NO_MORE }: Call): unknown {
  if (!(error instanceof Refusal)) return error
  const { lang: _lang, ...members } = error.details.data ?? {}
  return z.safeParse(refusal_data, members).error ?? error
}

/** Throws if a reply is off its schema or has a field that the schema would drop. */
function refuseUnstated({ name, response }: Call, reply: unknown): void {
  if (!isDeepStrictEqual(z.parse(response, reply), reply))
    throw new Error(`${name} answers a field that its contract does not state`)
}

function replyOf(result: unknown, context: RequestContext, stated: Call | null): WireReply | FileReply {
  if (result instanceof FileReply) {
    if (stated && stated.answers_file !== result.media_type)
      throw new Error(`${stated.name} is not stated to answer ${result.media_type}`)
    return result
  }
  if (result instanceof RenderedReply) return renderedReply(result, context, stated)
  const text = JSON.stringify(result)
  if (stated) refuseUnstated(stated, JSON.parse(text))
  return { status: 200, headers: RESULT_HEADERS, body: successText(text) }
}

function renderedReply(
  { body, etag }: RenderedReply,
  { services }: RequestContext,
  stated: Call | null,
): WireReply {
  if (stated && !stated.is_conditional) throw new Error(`${stated.name} is not stated to be conditional`)
  // An unchanged reading's Date is its `as_of` (PRODUCT §6), so it has to be the database's time.
  const date = httpDate(services.clock.now_ms())
  const headers = ['etag', etag, 'cache-control', 'private, no-cache', 'vary', 'X-CT', 'date', date]
  if (body === null) return { status: 304, headers, body: '' }
  if (stated) refuseUnstated(stated, JSON.parse(body))
  headers.push('content-type', JSON_TYPE)
  return { status: 200, headers, body: successText(body) }
}
