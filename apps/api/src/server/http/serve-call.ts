import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { REASONS, type Reason } from '@adtally/contract/reasons.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { languageOf, namesLanguage } from '../../lib/accept-language.ts'
import { clientAddress, networkOf } from '../../lib/addresses/client-address.ts'
import { refuseUnkept } from '../../lib/kept-text.ts'
import type { LaneRoute, WireReply } from '../../lib/lane.ts'
import { memoized } from '../../lib/memoized.ts'
import { Refusal } from '../../lib/refusal.ts'
import { inRequest } from '../../lib/request-context.ts'
import type { SignedIn } from '../../modules/authenticator.ts'
import {
  authorise,
  FileReply,
  type PreparedCall,
  RenderedReply,
  type RequestContext,
  type Route,
} from '../../modules/route.ts'
import type { Services } from '../../modules/services.ts'
import { beginCall, noteOnSpan, within } from '../../telemetry/tracing.ts'
import type { Metrics } from '../metrics.ts'
import type { AccessLine, AccessLog } from './access-log.ts'
import { errorAnswer, errorReply, JSON_TYPE, successText } from './envelope.ts'
import { httpDate, timeZoneOf } from './headers.ts'
import { parseQuery } from './query-text.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RefusalLog } from './refusal-log.ts'
import { sendFile, sendReply } from './wire-reply.ts'

const RESULT_HEADERS = ['content-type', JSON_TYPE, 'cache-control', 'no-store']

/** What serving calls needs, made once per server. */
export interface CallServer {
  services: Services
  metrics: Metrics
  /** Limit by address for requests without a session. */
  addresses: RateLimit
  /** The stricter limit by address for public writes such as sign-in and registration. */
  public_writes: RateLimit
  customers: RateLimit
  refusals: RefusalLog
  access: AccessLog
}

/** A request for a call, from the router or the lane. */
interface CallRequest {
  request_id: string
  method: string
  headers: IncomingHttpHeaders
  address: string
  /** Parses the input. Throws `Refusal`. */
  prepare(): PreparedCall
}

/** Answers requests for one call; once each, never throws. */
export type CallAnswerer = (request: CallRequest, answer: (reply: WireReply | FileReply) => void) => void

/**
 * Answers one call under its request's id: applies limits, authenticates, runs the route, wraps the result.
 * Synchronous if the route and the session are, because the statistics poll is measured against an empty server
 * (PERFORMANCE).
 */
export function answerCalls(route: Route, server: CallServer): CallAnswerer {
  const { call, is_polled = false } = route
  const record = server.metrics.recorder(call.name)
  const stated = server.services.checks_replies ? call : null
  const has_proxy = server.services.settings.proxies > 0
  const serve: CallAnswerer = (request, answer) => {
    const started_ms = performance.now()
    const span = beginCall(call.name, has_proxy ? request.headers.traceparent : undefined)
    const context = new WireContext(request, server.services)
    const end = (reply: WireReply | FileReply, reason?: Reason) => {
      answer(reply)
      const status = reply instanceof FileReply ? 200 : reply.status
      if (server.access.wants(status, is_polled))
        server.access.tell(accessLine(call, request, context, reply, started_ms, reason), is_polled)
    }
    const fail = (error: unknown) => {
      const stated = server.services.checks_replies ? statedRefusal(error, call) : error
      const { customer_id } = context
      const failed = errorAnswer(stated, server.services.log, { call: call.name, customer_id })
      const { reason } = failed.refusal
      end(errorReply(failed, context.language), reason)
      record(REASONS[reason], started_ms)
      span?.note({ code: REASONS[reason], reason })
      span?.end(failed.status < 500 ? undefined : error)
      if (failed.status < 500) {
        server.refusals.note({ call: call.name, reason, network: networkOf(context.address) })
      }
    }
    const succeed = (result: unknown) => {
      try {
        end(replyOf(result, context, stated))
        record(200, started_ms)
        span?.note({ code: 200 })
        span?.end()
      } catch (error) {
        fail(error)
      }
    }
    try {
      const result = within(span, () => run(route, request, context, server))
      if (result instanceof Promise) result.then(succeed, fail)
      else succeed(result)
    } catch (error) {
      fail(error)
    }
  }
  return (request, answer) => {
    const { request_id } = request
    inRequest({ request_id }, () => serve(request, answer))
  }
}

/** The access log's line of a call. */
function accessLine(
  { name }: Call,
  { method, request_id }: CallRequest,
  { customer_id, address }: WireContext,
  reply: WireReply | FileReply,
  started_ms: number,
  reason: Reason | undefined,
): AccessLine {
  const is_file = reply instanceof FileReply
  return {
    method,
    call: name,
    status: is_file ? 200 : reply.status,
    reason,
    duration_ms: performance.now() - started_ms,
    bytes: is_file ? reply.bytes : Buffer.byteLength(reply.body),
    request_id,
    customer_id,
    network: networkOf(address),
  }
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

/** What a request says of itself, read on demand: most polls need little of it. */
class WireContext implements RequestContext {
  readonly services: Services
  readonly address: string
  /** Set once the session is known. */
  customer_id: string | undefined
  readonly #headers: IncomingHttpHeaders
  #language: Language | null = null

  constructor({ headers, address }: CallRequest, services: Services) {
    this.services = services
    this.address = address
    this.#headers = headers
  }

  get language(): Language {
    return this.#language ?? languageOf(this.#headers['accept-language'])
  }

  set language(language: Language) {
    this.#language = language
  }

  get time_zone(): string {
    return timeZoneOf(single(this.#headers['x-tz']))
  }

  get if_none_match(): string | undefined {
    return this.#headers['if-none-match']
  }

  get session_token(): string | undefined {
    return single(this.#headers['x-ct'])
  }

  get user_agent(): string | undefined {
    return this.#headers['user-agent']
  }
}

function run({ call }: Route, request: CallRequest, context: WireContext, server: CallServer): unknown {
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

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
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
