import { REASONS } from '@adtally/contract/reasons.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { SignedIn } from '../modules/authenticator.ts'
import { Refusal } from '../modules/refusal.ts'
import { RenderedReply, type RequestContext, type Route } from '../modules/route.ts'
import type { Services } from '../modules/services.ts'
import { errorAnswer, JSON_TYPE, sendError, successText } from './envelope.ts'
import { httpDate, languageOf, timeZoneOf } from './headers.ts'
import { refuseNul } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'

/** What serving calls needs, made once a server. */
export interface CallServer {
  services: Services
  metrics: Metrics
  /** Requests without a session, by address. */
  addresses: RateLimit
  /** Sign-in, registration and other public writes, by address: stricter. */
  public_writes: RateLimit
  customers: RateLimit
  /** Parses every reply by the contract, so that one off its schema fails; for tests. */
  check_replies: boolean
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * The handler of one call: limits, signs in, runs the route, wraps the answer. Stays synchronous where the route
 * and the session are, because the statistics poll is measured against an empty server (PERFORMANCE).
 */
export function serveCall(route: Route, server: CallServer): Handler {
  const { call } = route
  const record = server.metrics.recorder(call.name)
  return (request, reply) => {
    const started_ms = performance.now()
    const context = contextOf(request, server.services)
    const fail = (error: unknown) => {
      const answer = errorAnswer(error, server.services.log, call.name)
      sendError(reply, answer, context.language)
      record(REASONS[answer.refusal.reason], started_ms)
    }
    const succeed = (result: unknown) => {
      try {
        send(reply, result, context, server.check_replies ? call.response : null)
        record(200, started_ms)
      } catch (error) {
        fail(error)
      }
    }
    try {
      const result = run(route, request, context, server)
      if (result instanceof Promise) result.then(succeed, fail)
      else succeed(result)
    } catch (error) {
      fail(error)
    }
  }
}

function contextOf(request: FastifyRequest, services: Services): RequestContext {
  const { headers } = request
  return {
    services,
    language: languageOf(headers['accept-language']),
    time_zone: timeZoneOf(single(headers['x-tz'])),
    address: request.ip,
    if_none_match: headers['if-none-match'],
    user_agent: headers['user-agent'],
  }
}

function run(route: Route, request: FastifyRequest, context: RequestContext, server: CallServer): unknown {
  const input = inputOf(route, request)
  if (route.call.auth === 'public') {
    const limit = route.call.method === 'POST' ? server.public_writes : server.addresses
    limit.count(context.address)
    return route.handle(input, null, context)
  }
  const go = (signed_in: SignedIn) => {
    server.customers.count(signed_in.customer_id)
    // What the caller's screen is in, the answer is in too; the kept language stands in where none is said.
    if (signed_in.language && !request.headers['accept-language']) context.language = signed_in.language
    return route.handle(input, signed_in, context)
  }
  const signed_in = authenticate(single(request.headers['x-ct']), context, server)
  return signed_in instanceof Promise ? signed_in.then(go) : go(signed_in)
}

/** Failed sign-ins count against the address, so that tokens can't be tried out. */
function authenticate(
  token: string | undefined,
  { address }: RequestContext,
  { services, addresses }: CallServer,
): SignedIn | Promise<SignedIn> {
  const fail = (error: unknown): never => {
    if (error instanceof Refusal) addresses.count(address)
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

function inputOf({ call }: Route, request: FastifyRequest): unknown {
  if (call.method === 'POST') return request.body ?? {}
  if (request.url.includes('%00')) refuseNul(request.query, '')
  return request.query
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}

function send(
  reply: FastifyReply,
  result: unknown,
  context: RequestContext,
  schema: z.ZodMiniType | null,
): void {
  if (result instanceof RenderedReply) {
    reply
      .header('etag', result.etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'X-CT')
      // An unchanged reading's Date is its `as_of` (PRODUCT §6), so it has to be the database's time.
      .header('date', httpDate(context.services.clock.now_ms()))
    if (result.body === null) {
      reply.code(304).send()
      return
    }
    if (schema) z.parse(schema, JSON.parse(result.body))
    reply.header('content-type', JSON_TYPE).send(successText(result.body))
    return
  }
  const text = JSON.stringify(result)
  if (schema) z.parse(schema, JSON.parse(text))
  reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(successText(text))
}
