import { openApiDocument } from '@adtally/contract/openapi.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Module } from '../modules/module.ts'
import { Refusal } from '../modules/refusal.ts'
import type { Services } from '../modules/services.ts'
import { serveAppShell } from './app-shell.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { type ErrorAnswer, errorAnswer, JSON_TYPE, sendError } from './envelope.ts'
import { languageOf } from './headers.ts'
import { acceptJsonBodies } from './json-body.ts'
import { createMetrics } from './metrics.ts'
import { serveOperations } from './operations.ts'
import { RateLimit } from './rate-limit.ts'
import { type CallServer, serveCall } from './serve-call.ts'

const BODY_BYTES_MAX = 1024 * 1024
/** Public writes (sign-in, registration) get this part of an address's limit. */
const PUBLIC_WRITES_SHARE = 20

const UNKNOWN_CALL: ErrorAnswer = { status: 404, refusal: new Refusal('call_unknown') }

/** Tests let every reply be checked by the contract. */
export interface ServerOptions {
  check_replies?: boolean
}

/** The HTTP server of these services and modules, not yet listening: calls, operations, modules' own HTTP, app. */
export async function createServer(
  services: Services,
  modules: readonly Module[],
  options: ServerOptions = {},
): Promise<FastifyInstance> {
  const { settings, log } = services
  const server = Fastify({
    logger: false,
    trustProxy: settings.trust_proxy,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => {
      sendError(reply, UNKNOWN_CALL, languageOf(request.headers['accept-language']))
    },
    http: { headersTimeout: 15_000, maxHeaderSize: 16_384 },
  })
  server.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error, log, request.routeOptions.url ?? request.url.split('?')[0] ?? '')
    sendError(reply, answer, languageOf(request.headers['accept-language']))
  })
  server.setNotFoundHandler((request, reply) => {
    sendError(reply, UNKNOWN_CALL, languageOf(request.headers['accept-language']))
  })
  const metrics = createMetrics()
  for (const metric of modules.flatMap((module) => module.metrics?.(services) ?? [])) {
    metrics.registry.registerMetric(metric)
  }
  serveOperations(server, services, metrics)
  if (settings.roles.includes('api')) {
    const limit = settings.rate_limit_per_minute
    serveCalls(server, modules, {
      services,
      metrics,
      addresses: new RateLimit(limit),
      public_writes: new RateLimit(Math.ceil(limit / PUBLIC_WRITES_SHARE)),
      customers: new RateLimit(limit),
      check_replies: options.check_replies ?? false,
    })
    await serveAppShell(server, services)
  }
  for (const module of modules) {
    if (module.plugin) server.register(async (scope) => module.plugin?.(services, scope))
  }
  await server.ready()
  return server
}

function serveCalls(server: FastifyInstance, modules: readonly Module[], call_server: CallServer): void {
  const { base_path } = call_server.services.settings
  const document = JSON.stringify(openApiDocument(base_path))
  server.register(
    async (api) => {
      acceptJsonBodies(api)
      api.get('/openapi.json', (_request, reply) => {
        reply.header('content-type', JSON_TYPE).header('cache-control', 'no-cache').send(document)
      })
      for (const route of modules.flatMap((module) => module.routes ?? [])) {
        api.route({ method: route.call.method, url: route.call.path, handler: serveCall(route, call_server) })
      }
    },
    { prefix: base_path },
  )
}
