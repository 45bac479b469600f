import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { LaneRoute, WireReply } from '../../../lib/lane.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { hashOfExchangeKey } from '../../marketplace/index.ts'
import type { Services } from '../../services.ts'
import { purposeOf, type VisitorHeaders } from '../decisions/request-visitor.ts'
import { presentDelivery, presentDeliveryError, sendDelivery } from '../delivery-reply.ts'
import type { Sender } from '../events/accept-event.ts'
import { AHEAD } from '../rules/judge-arrival.ts'
import { answerAuction } from './answer-auction.ts'
import { type NoticeRefusal, type ToldNotice, takeBillingNotice, takeLossNotice } from './auction-notices.ts'
import { AUCTION_BYTES_MAX } from './bid-request.ts'
import { LOST_PATH, WON_PATH } from './notice-urls.ts'

const AUCTION_PATH = '/openrtb2/auction'
/** GET counts something, so HEAD must not share its handler (docs/decisions/head.md). */
const HEAD_OF_ITS_OWN = { exposeHeadRoute: false }
const NO_CONTENT = presentDelivery(204, '')
const BEARER = /^Bearer +([A-Za-z0-9_-]{1,128})$/i

const told = z.optional(z.string().check(z.maxLength(4_096)))
const wonQuery = z.object({ price: told, agent: told, seal: told })
const lostQuery = z.object({ price: told, reason: told })

/** Auctions ahead of the router (docs/decisions/lane.md). */
export function auctionLane(services: Services): LaneRoute {
  return {
    method: 'POST',
    path: AUCTION_PATH,
    is_for_any_origin: true,
    body_bytes_max: AUCTION_BYTES_MAX,
    handle: ({ headers, address, body }, answer) => {
      answerBody(services, () => JSON.parse(body), headers, address).then(answer)
    },
  }
}

/**
 * OpenRTB 2.6 over HTTP: `POST /openrtb2/auction`, and the notices that its bids name, `GET /openrtb2/won/<token>` and
 * `/openrtb2/lost/<token>`.
 */
export function takeAuctions(
  services: Services,
  server: FastifyInstance,
  sender: (request: FastifyRequest) => Sender,
): void {
  const { delivery } = services
  server.options('/openrtb2/*', (_request, reply) => {
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .code(204)
      .send()
  })
  server.post(AUCTION_PATH, { bodyLimit: AUCTION_BYTES_MAX }, async (request, reply) => {
    const { headers, body } = request
    return sendDelivery(reply, await answerBody(services, () => body, headers, sender(request).address))
  })
  const notices = [
    [WON_PATH, wonQuery, takeBillingNotice],
    [LOST_PATH, lostQuery, takeLossNotice],
  ] as const
  for (const [path, query, take] of notices) {
    // A wildcard, because the router limits named parameters to less than a token's length.
    server.get<{ Params: { '*': string } }>(`${path}*`, HEAD_OF_ITS_OWN, async (request, reply) => {
      // What is refused is asked for again by whoever comes to it; an answer would be what a notice gets.
      if (AHEAD.test(purposeOf(request.headers) ?? '')) return reply.code(503).send()
      const said: ToldNotice = { token: request.params['*'], ...parseInput(query, request.query) }
      return sendNotice(reply, await take(delivery, said, sender(request)))
    })
    server.head<{ Params: { '*': string } }>(`${path}*`, (request, reply) => {
      parseInput(query, request.query)
      return reply.code(204).send()
    })
  }
}

function sendNotice(reply: FastifyReply, refusal: NoticeRefusal | null): FastifyReply {
  if (refusal === null) return sendDelivery(reply, NO_CONTENT)
  // A repeated notice is no fault: its sender did not learn that the first one arrived.
  const status = refusal === 'duplicate' ? 200 : 403
  return sendDelivery(reply, presentDelivery(status, JSON.stringify({ accepted: 0, reason: refusal })))
}

/** Answers a bid request, or what is wrong with it. Never throws. */
async function answerBody(
  services: Services,
  read: () => unknown,
  headers: VisitorHeaders,
  address: string,
): Promise<WireReply> {
  const { delivery } = services
  try {
    const exchange_id = exchangeOf(services, headers)
    if (exchange_id === null) {
      if (!delivery.is_ready) {
        delivery.counters.decided('', 'starting')
        return NO_CONTENT
      }
      delivery.counters.refused('exchange_unknown')
      return presentDelivery(401, '{"reason":"exchange_unknown"}')
    }
    const response = await answerAuction(services, read(), { headers, address, exchange_id })
    return response === null ? NO_CONTENT : presentDelivery(200, response)
  } catch (error) {
    return presentDeliveryError(services, error)
  }
}

/** The exchange whose key a request shows; undefined where it shows none, null for one that is in force nowhere. */
function exchangeOf({ delivery }: Services, headers: VisitorHeaders): string | undefined | null {
  const { authorization } = headers
  if (authorization === undefined) return undefined
  const key = BEARER.exec(String(authorization))?.[1]
  if (key === undefined) return null
  return delivery.exchanges.get(hashOfExchangeKey(key).toString('hex')) ?? null
}
