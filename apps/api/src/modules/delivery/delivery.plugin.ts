import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import { codeOf } from '../../database/start-error.ts'
import { parseInput } from '../parse-input.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { acceptEvent, BEACON_KINDS, type BeaconKind, type EventRefusal } from './accept-event.ts'
import { IngestOverloaded } from './event-ingest.ts'
import { followClick } from './follow-click.ts'
import { postback, reportConversion } from './report-conversion.ts'
import { userAgentOf } from './request-visitor.ts'

/** The tag without comments and indentation, which a browser has no use for. */
const TAG = readFileSync(new URL('./tag.js', import.meta.url), 'utf8')
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/^\s+/gm, '')
const JSON_TYPE = 'application/json; charset=utf-8'
/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const EVENTS_MAX = 20

const event = z.strictObject({ token: z.string(), kind: z.enum(BEACON_KINDS) })
const events = z.strictObject({ events: z.array(event).check(z.minLength(1), z.maxLength(EVENTS_MAX)) })
const decisionQuery = z.object({
  placement: z.string().check(z.maxLength(64)),
  device: z.optional(z.string().check(z.maxLength(64))),
})
const pixelQuery = z.object({ t: z.string(), k: z.enum(BEACON_KINDS) })

/**
 * Delivery over HTTP (PRODUCT §5), for pages of any origin, without cookies: `/delivery/v1/` with `tag.js`,
 * `decision`, `event` (one or up to 20), `pixel`, `click/<token>`, `conversion`.
 */
export function deliveryPlugin(services: Services, server: FastifyInstance): void {
  const node = services.delivery
  acceptPlainText(server)
  server.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
    done()
  })
  server.setErrorHandler((error, _request, reply) => answerError(services, error, reply))
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
    const { placement, device } = parseInput(decisionQuery, request.query)
    const answer = node.decide({ placement, device, headers: request.headers, address: request.ip })
    if (typeof answer === 'string') reply.header('content-type', JSON_TYPE).send(answer)
    else
      answer.then(
        (text) => reply.header('content-type', JSON_TYPE).send(text),
        (error) => reply.send(error),
      )
  })
  server.post('/delivery/v1/event', (request, reply) => takeEvents(services, request, reply))
  server.get('/delivery/v1/pixel', async (request, reply) => {
    const { t, k } = parseInput(pixelQuery, request.query)
    await acceptEvent(node, t, k, senderOf(services, request))
    return reply.header('content-type', 'image/gif').send(PIXEL)
  })
  // A wildcard, because the router gives no named parameter the length of a token.
  server.get<{ Params: { '*': string } }>('/delivery/v1/click/*', (request, reply) =>
    followClick(services, request.params['*'], senderOf(services, request), reply),
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

async function takeEvents(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sender = senderOf(services, request)
  const { body } = request
  const given =
    typeof body === 'object' && body !== null && 'events' in body ? parseInput(events, body).events : null
  if (given === null) {
    const { token, kind } = parseInput(event, body)
    const refusal = await acceptEvent(services.delivery, token, kind, sender)
    return refusal === null
      ? reply.header('content-type', JSON_TYPE).send('{"accepted":1}')
      : answer(reply, [refusal])
  }
  const taken = given.map(({ token, kind }: { token: string; kind: BeaconKind }) =>
    acceptEvent(services.delivery, token, kind, sender),
  )
  return answer(reply, await Promise.all(taken))
}

function answer(reply: FastifyReply, refusals: readonly (EventRefusal | null)[]): FastifyReply {
  const refused = refusals.flatMap((reason, index) => (reason === null ? [] : [{ index, reason }]))
  const accepted = refusals.length - refused.length
  // A repeated event is not at fault: its sender did not hear that the first one arrived.
  const at_fault = refused.some(({ reason }) => reason !== 'duplicate')
  return reply.code(at_fault && accepted === 0 ? 403 : 200).send({ accepted, refused })
}

function senderOf(services: Services, request: FastifyRequest) {
  return { address: request.ip, user_agent: userAgentOf(request.headers), now_ms: services.clock.now_ms() }
}

/** Machines read the status here, so that it says what happened: no envelope, no HTTP 200 for what was not taken. */
function answerError({ delivery, log }: Services, error: unknown, reply: FastifyReply): void {
  const is_malformed =
    error instanceof Refusal || error instanceof SyntaxError || codeOf(error)?.startsWith('FST_ERR_CTP_')
  if (is_malformed) {
    delivery.counters.refused('malformed')
    const field = error instanceof Refusal ? error.details.field : undefined
    reply.code(400).send({ accepted: 0, reason: 'malformed', field })
  } else if (error instanceof DatabaseUnavailable || error instanceof IngestOverloaded) {
    reply.code(503).header('retry-after', '1').send({ accepted: 0, reason: 'try_again' })
  } else {
    log.error({ err: error }, 'delivery failed')
    reply.code(500).send({ accepted: 0, reason: 'failed' })
  }
}

/** Beacons are sent as text/plain, so that no browser asks for leave first. */
function acceptPlainText(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  )
}
