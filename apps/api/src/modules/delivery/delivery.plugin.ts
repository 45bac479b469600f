import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { clientAddress } from '../../lib/addresses/client-address.ts'
import { parseInput } from '../../lib/parse-input.ts'
import type { Services } from '../services.ts'
import { purposeOf } from './decisions/request-visitor.ts'
import {
  answerDecision,
  answerDecisionHead,
  answerDecisions,
  EVENT_BYTES_MAX,
  senderOf,
} from './delivery-lane.ts'
import { presentDelivery, presentDeliveryError, presentTakenEvents, sendDelivery } from './delivery-reply.ts'
import { acceptEvent, BEACON_KINDS, type Sender } from './events/accept-event.ts'
import { eventIdOf } from './events/event-ids.ts'
import { followClick, showWayOfClick } from './events/follow-click.ts'
import { isTapped } from './events/is-tapped.ts'
import { PIXEL, PIXEL_TYPE } from './events/pixel.ts'
import { takePostbacks } from './events/postback-routes.ts'
import { takeEvents } from './events/take-events.ts'
import { isFilmBid, takeBillingNotice } from './openrtb/auction-notices.ts'
import { takeAuctions } from './openrtb/openrtb-routes.ts'
import { AHEAD } from './rules/judge-arrival.ts'
import { encodingFor, makeTagScript } from './tag-script.ts'
import { errorCodeOf } from './vast/error-code.ts'
import { vastRoutes } from './vast/vast-routes.ts'

const TAG = makeTagScript()

/** For publishers' pages; browsers' default referrer policy, so that advertisers see the site. */
const FOR_ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
}

/** GET counts something, so HEAD must not share its handler. */
const HEAD_OF_ITS_OWN = { exposeHeadRoute: false }

/** `e`: a player's code of its error. */
const pixelQuery = z.object({ t: z.string(), k: z.enum(BEACON_KINDS), e: z.optional(z.string()) })

/**
 * Delivery over HTTP (PRODUCT §5), for pages of any origin, without cookies: `/delivery/v1/` with `tag.js`,
 * `decision` and `decisions` (of several slots), `vast/<placement>`, `event` (one or up to 20), `pixel`, `click/<token>`,
 * `conversion`; beside it `/openrtb2/`.
 */
export function deliveryPlugin(services: Services, server: FastifyInstance): void {
  const node = services.delivery
  const addressOf = ({ headers, ip }: FastifyRequest) => clientAddress(headers, ip, services.settings.proxies)
  const sender = (request: FastifyRequest) => senderOf(services, request.headers, addressOf(request))
  acceptPlainText(server)
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(FOR_ANY_ORIGIN)
    done()
  })
  server.setErrorHandler((error, { method, raw }, reply) => {
    // A client that disconnected sent nothing malformed, and gets no answer.
    if (error === raw.errored) return reply.code(400).send()
    return sendDelivery(reply, presentDeliveryError(services, error, { is_asked_about: method === 'HEAD' }))
  })
  server.options('/delivery/v1/*', (_request, reply) => {
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .code(204)
      .send()
  })
  server.get('/delivery/v1/tag.js', ({ headers }, reply) => {
    const encoding = encodingFor(headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-encoding')
      .send(encoding ? TAG[encoding] : TAG.text)
  })
  server.get('/delivery/v1/decision', HEAD_OF_ITS_OWN, (request, reply) => {
    const { query, headers } = request
    answerDecision(services, query, headers, addressOf(request), (answer) => sendDelivery(reply, answer))
  })
  server.post('/delivery/v1/decisions', async (request, reply) => {
    const who = { headers: request.headers, address: addressOf(request) }
    return sendDelivery(reply, presentDelivery(200, await answerDecisions(services, request.body, who)))
  })
  server.post('/delivery/v1/event', async (request, reply) =>
    sendDelivery(
      reply,
      presentTakenEvents(await takeEvents(services.delivery, request.body, sender(request))),
    ),
  )
  server.get('/delivery/v1/pixel', HEAD_OF_ITS_OWN, async (request, reply) => {
    const { t, k, e } = parseInput(pixelQuery, request.query)
    const who = sender(request)
    // A player that shows a film that was bid tells so by the document's own address: that is its billing notice.
    const refusal =
      k === 'impression' && isFilmBid(node, t, who.now_ms)
        ? await takeBillingNotice(node, { token: t }, who)
        : await acceptEvent(node, t, k, who)
    if (refusal === null && k === 'video_error') countError(services, t, e)
    return reply.header('content-type', PIXEL_TYPE).send(PIXEL)
  })
  takeClicks(services, server, sender)
  answerHeads(services, server, sender)
  vastRoutes(services, server, addressOf)
  takePostbacks(services, server)
  takeAuctions(services, server, sender)
}

/** Clicks: of visitors who open a link, as far as their browsers tell. */
function takeClicks(
  services: Services,
  server: FastifyInstance,
  sender: (request: FastifyRequest) => Sender,
): void {
  const { counters } = services.delivery
  // A wildcard, because the router limits named parameters to less than a token's length.
  server.get<{ Params: { '*': string } }>('/delivery/v1/click/*', HEAD_OF_ITS_OWN, (request, reply) => {
    if (isPrefetch(request.headers)) return reply.code(503).send()
    if (isNoNavigation(request.headers)) {
      counters.refused('not_opened')
      return sendDelivery(reply, presentDelivery(403, '{"accepted":0,"reason":"not_opened"}'))
    }
    if (!isTapped(request.headers)) {
      // Whoever looks at the page is led on; the token's one click is still to come.
      counters.refused('not_tapped')
      return showWayOfClick(services, request.params['*'], sender(request), reply)
    }
    return followClick(services, request.params['*'], sender(request), reply)
  })
}

/** Counts the code of an error that was taken just now. */
function countError({ delivery, clock }: Services, token_text: string, code: string | undefined): void {
  const token = delivery.codec.open(token_text, clock.now_ms())
  if (typeof token !== 'string')
    delivery.counters.playerFailed(eventIdOf(token.ids, 'placement_id'), errorCodeOf(code))
}

/**
 * HEAD where GET counts something: a HEAD is no visit (RFC 9110 §9.2.1, docs/decisions/head.md), so it answers like
 * GET but chooses, charges and counts nothing.
 */
function answerHeads(
  services: Services,
  server: FastifyInstance,
  sender: (request: FastifyRequest) => Sender,
): void {
  server.head('/delivery/v1/decision', ({ query }, reply) => {
    const answer = answerDecisionHead(services, query)
    return sendDelivery(reply, answer)
  })
  server.head('/delivery/v1/pixel', (request, reply) => {
    parseInput(pixelQuery, request.query)
    return reply.header('content-type', PIXEL_TYPE).send(PIXEL)
  })
  server.head<{ Params: { '*': string } }>('/delivery/v1/click/*', (request, reply) =>
    showWayOfClick(services, request.params['*'], sender(request), reply),
  )
}

/**
 * Whether a browser asks in case its user clicks (`Sec-Purpose`, formerly `Purpose`). A refused prefetch is dropped and
 * the click asks anew; a success, 204 included, would be what a click gets.
 */
function isPrefetch(headers: FastifyRequest['headers']): boolean {
  return AHEAD.test(purposeOf(headers) ?? '')
}

/** Whether a page's script, picture, frame or the like asks, which is no visitor who opens a link. */
function isNoNavigation(headers: FastifyRequest['headers']): boolean {
  const { 'sec-fetch-dest': dest, 'sec-fetch-mode': mode } = headers
  // Node's `fetch` sends a mode alone; browsers say what they ask for as well. Frames are opened by pages, not by visitors.
  return dest !== undefined && (mode !== 'navigate' || dest !== 'document')
}

/** Beacons are sent as text/plain, so that browsers need no preflight request. */
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
