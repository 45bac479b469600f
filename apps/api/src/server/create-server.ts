import type { IncomingMessage } from 'node:http'
import { CALLS } from '@adtally/contract/calls.ts'
import { openApiDocument } from '@adtally/contract/openapi.ts'
import { CODES, REASONS } from '@adtally/contract/reasons.ts'
import { CHAT_SOCKET_PATH } from '@adtally/contract/service/chat-socket.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { languageOf } from '../lib/accept-language.ts'
import { clientAddress, networkOf } from '../lib/addresses/client-address.ts'
import type { WireReply } from '../lib/lane.ts'
import { Refusal } from '../lib/refusal.ts'
import { inRequest } from '../lib/request-context.ts'
import { asRole } from '../modules/as-role.ts'
import type { Module } from '../modules/module.ts'
import type { Route } from '../modules/route.ts'
import type { Services } from '../modules/services.ts'
import type { Settings } from '../settings.ts'
import { exportMetrics } from '../telemetry/start-telemetry.ts'
import { queueMetrics } from '../worker/queue-metrics.ts'
import { consoleApp, customerApp, partnerApp, serveAppShell } from './app/app-shell.ts'
import { AccessLog } from './http/access-log.ts'
import { brokenRequestAnswerer } from './http/broken-request.ts'
import { type ErrorAnswer, errorAnswer, errorReply, JSON_TYPE } from './http/envelope.ts'
import { FastLane, HTTP_OPTIONS } from './http/fast-lane.ts'
import { acceptForms, formOf } from './http/form-body.ts'
import { acceptJsonBodies } from './http/json-body.ts'
import { answerHead, type Methods, refusedStatus } from './http/methods.ts'
import { isOwnOrigin } from './http/own-origin.ts'
import { parseQuery } from './http/query-text.ts'
import { RateLimit } from './http/rate-limit.ts'
import { RefusalLog } from './http/refusal-log.ts'
import { REQUEST_ID_FIELD, requestIdOf } from './http/request-id.ts'
import { type SecurityFields, securityFields } from './http/security-fields.ts'
import { answerCalls, type CallAnswerer, type CallServer, polled, routed } from './http/serve-call.ts'
import { sendReply } from './http/wire-reply.ts'
import { createMetrics } from './metrics.ts'
import { officeFace } from './office/office-server.ts'
import { serveOffice } from './office/serve-office.ts'
import { serveOperations } from './operations.ts'
import { partnerFace } from './partners/partner-door.ts'
import { servePartners } from './partners/serve-partners.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** Public writes (sign-in, registration) get one of so many parts of an address's limit. */
const PUBLIC_WRITES_SHARE = 20

const UNKNOWN_CALL: ErrorAnswer = { status: 404, refusal: new Refusal('call_unknown') }

/** Builds the HTTP server, not yet listening. Everything but delivery acts as the process role `api`. */
export async function createServer(services: Services, modules: readonly Module[]): Promise<FastifyInstance> {
  const { settings, log } = services
  const as_api = asRole(services, 'api')
  const fields = securityFields(settings.public_origin, 'own')
  const lane = new FastLane(settings.proxies, settings.public_origin, {
    ...HTTP_OPTIONS,
    shouldUpgradeCallback: (request) => isSocketAsked(request, settings),
  })
  const server = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    genReqId: ({ headers }) => requestIdOf(headers, settings.proxies),
    routerOptions: { querystringParser: parseQuery },
    clientErrorHandler: brokenRequestAnswerer(fields),
    frameworkErrors: (_error, request, reply) =>
      sendReply(withFields(request, reply, fields), unknownCall(request, methods)),
    serverFactory: lane.serverFactory,
  })
  const refusals = new RefusalLog(log)
  const access = new AccessLog(log, settings.has_access_log)
  const addresses = new RateLimit(settings.rate_limit_per_minute)
  server.addHook('onClose', async () => refusals.stop())
  const methods = answerHead(server)
  followRequests(server, access, settings)
  answerErrors(server, services, methods, { refusals, addresses })
  // A route's own fields, such as how long its files are cached, override these.
  server.addHook('onRequest', (request, reply, done) => {
    withFields(request, reply, fields).header('cache-control', 'no-store')
    done()
  })
  // The router would take it for the page at `/`; only OPTIONS may address the server as a whole (RFC 9112 §3.2.4).
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url === '*') sendReply(reply, unknownCall(request, methods))
    else done()
  })
  server.setNotFoundHandler((request, reply) => sendReply(reply, unknownCall(request, methods)))
  const metrics = createMetrics()
  const told = [...queueMetrics(services), ...modules.flatMap((module) => module.metrics?.(services) ?? [])]
  for (const metric of told) metrics.registry.registerMetric(metric)
  exportMetrics(metrics.registry)
  serveOperations(server, services, metrics)
  const limit = settings.rate_limit_per_minute
  const shared = { metrics, refusals, access, addresses }
  const writes = () => new RateLimit(Math.ceil(limit / PUBLIC_WRITES_SHARE))
  const doorLimits = () => ({ ...shared, public_writes: writes(), people: new RateLimit(limit) })
  if (settings.roles.includes('office')) {
    const as_office = asRole(services, 'office')
    const page = consoleApp(settings)
    serveOffice(server, modules, { ...doorLimits(), services: as_office, face: officeFace(settings), page })
    await serveAppShell(server, as_office, page)
  }
  if (settings.roles.includes('api')) {
    const customers = new RateLimit(limit)
    serveCalls(server, lane, modules, { ...shared, services: as_api, public_writes: writes(), customers })
    const page = partnerApp(settings)
    servePartners(server, modules, { ...doorLimits(), services: as_api, face: partnerFace(settings), page })
    for (const app of [page, customerApp(settings)]) await serveAppShell(server, as_api, app)
  }
  // Of a process for the office alone, customers and publishers reach nothing.
  const others = settings.roles.some((role) => role !== 'office') ? modules : []
  for (const module of others) {
    if (module.plugin) server.register(async (scope) => module.plugin?.(as_api, scope))
    for (const route of module.lane?.(services) ?? []) lane.add(access.told(route))
  }
  await server.ready()
  return server
}

/** Runs each request under its id, and logs it once its reply has left. */
function followRequests(server: FastifyInstance, access: AccessLog, { proxies }: Settings): void {
  // Set after the body is read, because reading it loses the context set before.
  server.addHook('preHandler', ({ id: request_id }, _reply, done) => inRequest({ request_id }, done))
  server.addHook('onResponse', (request, reply, done) => {
    access.tellRouted(request, reply, proxies)
    done()
  })
}

/** Answers errors thrown before a call ran, in the envelope, and logs the refused ones. */
function answerErrors(
  server: FastifyInstance,
  { settings, log }: Services,
  methods: Methods,
  { refusals, addresses }: Pick<CallServer, 'refusals' | 'addresses'>,
): void {
  server.setErrorHandler((error, request, reply) => {
    const status = refusedStatus(error)
    if (status === 404) return sendReply(reply, unknownCall(request, methods))
    // The pattern, not the address as sent, which may hold anything.
    const call = request.routeOptions.url ?? 'none'
    const network = networkOf(clientAddress(request.headers, request.ip, settings.proxies))
    const answer: ErrorAnswer =
      status === null
        ? inRequest({ request_id: request.id }, () =>
            errorAnswer(countedToken(error, addresses, network), log, { call }),
          )
        : { status, refusal: new Refusal('request_malformed') }
    if (answer.status < 500) refusals.note({ call, reason: answer.refusal.reason, network })
    sendReply(reply, errorReply(answer, languageOf(request.headers['accept-language'])))
  })
}

/** Counts an invalid token against its network, as calls do; returns `TooManyRequests` instead above the limit. */
function countedToken(error: unknown, addresses: RateLimit, network: string): unknown {
  if (!(error instanceof Refusal) || !isOfToken(error)) return error
  try {
    addresses.count(network)
    return error
  } catch (too_many) {
    return too_many
  }
}

function isOfToken({ reason }: Refusal): boolean {
  return REASONS[reason] === CODES.not_signed_in || REASONS[reason] === CODES.token_expired
}

/** Whether a socket is asked for here; elsewhere `Upgrade` is ignored (some clients send `Upgrade: h2c`). */
function isSocketAsked({ url, headers }: IncomingMessage, { base_path, public_origin }: Settings): boolean {
  return url === `${base_path}${CHAT_SOCKET_PATH}` && isOwnOrigin(headers, public_origin)
}

function withFields({ id }: FastifyRequest, reply: FastifyReply, { list }: SecurityFields): FastifyReply {
  for (let index = 0; index < list.length; index += 2) reply.header(list[index] ?? '', list[index + 1])
  return reply.header(REQUEST_ID_FIELD, id)
}

/** 404, or 405 with the allowed methods if the address exists for others. */
function unknownCall({ headers, url, method }: FastifyRequest, methods: Methods): WireReply {
  const language = languageOf(headers['accept-language'])
  const allowed = methods.allowedAt(url)
  if (allowed.length === 0 || allowed.includes(method)) return errorReply(UNKNOWN_CALL, language)
  const reply = errorReply({ ...UNKNOWN_CALL, status: 405 }, language)
  return { ...reply, headers: [...reply.headers, 'allow', allowed.join(', ')] }
}

function serveCalls(
  server: FastifyInstance,
  lane: FastLane,
  modules: readonly Module[],
  call_server: CallServer,
): void {
  const { settings } = call_server.services
  const { base_path } = settings
  const all = modules.flatMap((module) => module.routes ?? [])
  const routes = all.filter(({ isServed }) => isServed?.(settings) ?? true)
  const absent = new Set(all.filter((route) => !routes.includes(route)).map(({ call }) => call))
  // Made when it is first asked for: it would add some 50 ms to every start.
  let document: string | null = null
  const documentOnce = () => {
    document ??= JSON.stringify(
      openApiDocument(
        base_path,
        CALLS.filter((call) => !absent.has(call)),
      ),
    )
    return document
  }
  server.register(
    async (api) => {
      acceptJsonBodies(api)
      api.get('/openapi.json', (_request, reply) => {
        reply.header('content-type', JSON_TYPE).header('cache-control', 'no-cache').send(documentOnce())
      })
      for (const route of routes) {
        const answer = answerCalls(route, call_server)
        if (route.call.takes_form) {
          serveForm(api, route, answer, call_server)
          continue
        }
        api.route({
          method: route.call.method,
          url: route.call.path,
          handler: routed(route, answer, call_server),
        })
        if (route.is_polled) lane.add(polled(`${base_path}${route.call.path}`, route, answer))
      }
    },
    { prefix: base_path },
  )
}

/** Registers a call that takes a form in its own scope, so that no other call reads forms. */
function serveForm(api: FastifyInstance, route: Route, answer: CallAnswerer, call_server: CallServer): void {
  api.register(async (scope) => {
    await acceptForms(scope)
    scope.route({
      method: route.call.method,
      url: route.call.path,
      handler: routed(route, answer, call_server, formOf),
    })
  })
}
