import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../modules/services.ts'
import type { Metrics } from './metrics.ts'

const PING = { name: 'readyz', text: 'select 1' }

/**
 * `/healthz` (the process answers), `/readyz` (so does the database, on a new connection too; all else was ready
 * before the server listened) and `/metrics` for callers with the token of the settings: the caller's address proves
 * nothing behind a proxy on this machine or with DNS rebinding.
 */
export function serveOperations(server: FastifyInstance, services: Services, metrics: Metrics): void {
  server.get('/healthz', (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await Promise.all([services.database.query(PING, []), services.database.reach()])
      return { status: 'ready' }
    } catch {
      reply.code(503).header('retry-after', 1)
      return { status: 'the database is not available' }
    }
  })
  const { metrics_token } = services.settings
  server.get('/metrics', async (request, reply) => {
    const is_known = metrics_token !== null && brings(request.headers.authorization, metrics_token)
    if (!is_known) return reply.callNotFound()
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** Compares digests, so that neither length nor timing reveals the token. */
function brings(field: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(field ?? ''), digest(`Bearer ${token}`))
}
