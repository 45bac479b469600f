import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { clientAddress } from '../client-address.ts'
import type { WireReply } from '../lane.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { acceptEvent, BEACON_KINDS } from './accept-event.ts'
import { answerEvents, deliveryError } from './answer-events.ts'
import { answerDecision, EVENT_BYTES_MAX, senderOf } from './delivery-lane.ts'
import { followClick } from './follow-click.ts'
import { postback, reportConversion } from './report-conversion.ts'

/** The tag without comments and indentation, which a browser has no use for. */
const TAG = readFileSync(new URL('./tag.js', import.meta.url), 'utf8')
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/^\s+/gm, '')
/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const pixelQuery = z.object({ t: z.string(), k: z.enum(BEACON_KINDS) })

/**
 * Delivery over HTTP (PRODUCT §5), for pages of any origin, without cookies: `/delivery/v1/` with `tag.js`,
 * `decision`, `event` (one or up to 20), `pixel`, `click/<token>`, `conversion`.
 */
export function deliveryPlugin(services: Services, server: FastifyInstance): void {
  const node = services.delivery
  const addressOf = ({ headers, ip }: FastifyRequest) => clientAddress(headers, ip, services.settings.proxies)
  const sender = (request: FastifyRequest) => senderOf(services, request.headers, addressOf(request))
  acceptPlainText(server)
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
    done()
  })
  server.setErrorHandler((error, _request, reply) => send(reply, deliveryError(services, error)))
  server.options('/delivery/v1/*', (_request, reply) => {
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .code(204)
      .send()
  })
  server.get('/delivery/v1/tag.js', (_request, reply) => {
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(TAG)
  })
  server.get('/delivery/v1/decision', (request, reply) => {
    const { query, headers } = request
    answerDecision(services, query, headers, addressOf(request), (answer) => send(reply, answer))
  })
  server.post('/delivery/v1/event', async (request, reply) =>
    send(reply, await answerEvents(services, request.body, sender(request))),
  )
  server.get('/delivery/v1/pixel', async (request, reply) => {
    const { t, k } = parseInput(pixelQuery, request.query)
    await acceptEvent(node, t, k, sender(request))
    return reply.header('content-type', 'image/gif').send(PIXEL)
  })
  // A wildcard, because the router gives no named parameter the length of a token.
  server.get<{ Params: { '*': string } }>('/delivery/v1/click/*', (request, reply) =>
    followClick(services, request.params['*'], sender(request), reply),
  )
  server.post('/delivery/v1/conversion', async (request, reply) => {
    const report = parseInput(postback, request.body)
    const result = await reportConversion(services, node, report)
    if (typeof result === 'object') return { accepted: true, ...result }
    // The time lets an advertiser whose clock is off, or whose sandbox was advanced, sign again.
    return reply.code(result === 'duplicate' ? 200 : 403).send({
      accepted: false,
      reason: result,
      now: services.clock.now_ms(),
    })
  })
}

function send(reply: FastifyReply, { status, headers, body }: WireReply): FastifyReply {
  for (let index = 0; index < headers.length; index += 2) {
    reply.header(headers[index] ?? '', headers[index + 1])
  }
  return reply.code(status).send(body)
}

/** Beacons are sent as text/plain, so that no browser asks for leave first. */
function acceptPlainText(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit: EVENT_BYTES_MAX },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  )
}
