import { parse as parseQuery } from 'node:querystring'
import * as z from 'zod/mini'
import { keywordList } from '../../lib/keywords.ts'
import type { LaneRoute, WireReply } from '../../lib/lane.ts'
import { parseInput } from '../../lib/parse-input.ts'
import type { Services } from '../services.ts'
import { userAgentOf, type VisitorHeaders } from './decisions/request-visitor.ts'
import { presentDelivery, presentDeliveryError, presentTakenEvents } from './delivery-reply.ts'
import type { Sender } from './events/accept-event.ts'
import { takeEvents } from './events/take-events.ts'

/** Of one request with events. */
export const EVENT_BYTES_MAX = 16_384

const decisionQuery = z.object({
  placement: z.string().check(z.maxLength(64)),
  device: z.optional(z.string().check(z.maxLength(64))),
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
  ]
}

async function eventsOf(services: Services, body: string, sender: Sender): Promise<WireReply> {
  return presentTakenEvents(await takeEvents(services.delivery, JSON.parse(body), sender))
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
    const { placement, device, keywords } = parseInput(decisionQuery, query)
    const decided = services.delivery.decide({ placement, device, keywords, headers, address })
    if (typeof decided === 'string') answer(presentDelivery(200, decided))
    else
      decided.then(
        (text) => answer(presentDelivery(200, text)),
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
  return { address, user_agent: userAgentOf(headers), now_ms: clock.now_ms() }
}
