import { parse as parseQuery } from 'node:querystring'
import { keywordList } from '@adtally/contract/keywords.ts'
import * as z from 'zod/mini'
import type { LaneRoute, WireReply } from '../../lib/lane.ts'
import { parseInput } from '../../lib/parse-input.ts'
import type { Services } from '../services.ts'
import { decideTogether, decisionsQuery } from './decisions/decide-together.ts'
import { askingPage } from './decisions/page.ts'
import { purposeOf, userAgentOf, type VisitorHeaders } from './decisions/request-visitor.ts'
import type { Asker } from './delivery-node.ts'
import { presentDelivery, presentDeliveryError, presentTakenEvents } from './delivery-reply.ts'
import type { Sender } from './events/accept-event.ts'
import { takeEvents } from './events/take-events.ts'
import { auctionLane } from './openrtb/openrtb-routes.ts'
import { answerVast } from './vast/vast-face.ts'

/** Of one request with events. */
export const EVENT_BYTES_MAX = 16_384

const decisionQuery = z.object({
  placement: z.string().check(z.maxLength(64)),
  device: z.optional(z.string().check(z.maxLength(64))),
  around: z.optional(z.string().check(z.maxLength(300))),
  keywords: z.optional(keywordList),
})

/** Routes of decisions and events for pages with advertisements, ahead of the router (docs/decisions/lane.md). */
export function deliveryLane(services: Services): LaneRoute[] {
  return [
    {
      method: 'GET',
      path: '/delivery/v1/decision',
      is_for_any_origin: true,
      handle: ({ headers, query, address }, answer) =>
        answerDecision(services, parseQuery(query), headers, address, answer),
    },
    {
      method: 'GET',
      path: '/delivery/v1/vast/',
      has_key: true,
      is_for_any_origin: true,
      handle: ({ key, headers, query, address }, answer) =>
        answerVast(services, key, parseQuery(query), { headers, address }, answer),
    },
    {
      method: 'POST',
      path: '/delivery/v1/decisions',
      is_for_any_origin: true,
      body_bytes_max: EVENT_BYTES_MAX,
      handle: ({ headers, address, body }, answer) => {
        decisionsOf(services, body, { headers, address }).then(answer, (error: unknown) =>
          answer(presentDeliveryError(services, error)),
        )
      },
    },
    {
      method: 'POST',
      path: '/delivery/v1/event',
      is_for_any_origin: true,
      body_bytes_max: EVENT_BYTES_MAX,
      handle: ({ headers, address, body }, answer) => {
        eventsOf(services, body, senderOf(services, headers, address)).then(answer, (error: unknown) =>
          answer(presentDeliveryError(services, error)),
        )
      },
    },
    auctionLane(services),
  ]
}

async function eventsOf(services: Services, body: string, sender: Sender): Promise<WireReply> {
  return presentTakenEvents(await takeEvents(services.delivery, JSON.parse(body), sender))
}

async function decisionsOf(services: Services, body: string, who: WhoAsks): Promise<WireReply> {
  return presentDelivery(200, await answerDecisions(services, JSON.parse(body), who))
}

type WhoAsks = Pick<Asker, 'headers' | 'address'>

/** Answers what a page asks for at once, as JSON; throws for a malformed `body`. */
export async function answerDecisions(services: Services, body: unknown, who: WhoAsks): Promise<string> {
  const query = parseInput(decisionsQuery, body)
  return await decideTogether(services.delivery, query, who, services.clock.now_ms())
}

/** Answers a request for an advertisement, at once unless it has to wait for a lease. */
export function answerDecision(
  services: Services,
  query: unknown,
  headers: VisitorHeaders,
  address: string,
  answer: (reply: WireReply) => void,
): void {
  try {
    const { placement, device, around, keywords } = parseInput(decisionQuery, query)
    const asker = { device, around, keywords, headers, address, channel: 'json' as const }
    const decided = services.delivery.decide({ ...asker, placement })
    if ('json' in decided) answer(presentDelivery(200, decided.json))
    else
      decided.then(
        ({ json }) => answer(presentDelivery(200, json)),
        (error: unknown) => answer(presentDeliveryError(services, error)),
      )
  } catch (error) {
    answer(presentDeliveryError(services, error))
  }
}

/**
 * The answer to `HEAD` of a decision: whether the request is valid, with GET's header fields except the length, which
 * only a choice would determine. Chooses, leases and counts nothing.
 */
export function answerDecisionHead(services: Services, query: unknown): WireReply {
  try {
    parseInput(decisionQuery, query)
    return presentDelivery(200, '')
  } catch (error) {
    return presentDeliveryError(services, error, { is_asked_about: true })
  }
}

/** The sender's data that is kept with an event. */
export function senderOf({ clock }: Services, headers: VisitorHeaders, address: string): Sender {
  return {
    address,
    user_agent: userAgentOf(headers),
    page: askingPage(headers).host,
    purpose: purposeOf(headers),
    now_ms: clock.now_ms(),
  }
}
