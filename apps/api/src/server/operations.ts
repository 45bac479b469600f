import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../modules/services.ts'
import type { Metrics } from './metrics.ts'

const PING = { name: 'readyz', text: 'select 1' }

/**
 * `/healthz` (the process answers), `/readyz` (the database does too, to a new connection as well; everything else was
 * ready before the server listened) and `/metrics`, which only this machine may read.
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
  server.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.callNotFound()
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** A proxy on this machine says for whom it asks. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  return /^(::ffff:)?127\.|^::1$/.test(address) && request.headers['x-forwarded-for'] === undefined
}
