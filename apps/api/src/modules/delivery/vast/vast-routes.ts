import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseInput } from '../../../lib/parse-input.ts'
import type { Services } from '../../services.ts'
import { sendDelivery } from '../delivery-reply.ts'
import { PIXEL, PIXEL_TYPE } from '../events/pixel.ts'
import { errorCodeOf } from './error-code.ts'
import { answerVast, answerVastHead } from './vast-face.ts'

/** GET counts something, so HEAD must not share its handler. */
const HEAD_OF_ITS_OWN = { exposeHeadRoute: false }

const errorQuery = z.object({ e: z.optional(z.string()) })

/**
 * `/delivery/v1/vast/<placement>` for players of films, and `…/error`, by which they tell that they got none (PRODUCT §5).
 */
export function vastRoutes(
  services: Services,
  server: FastifyInstance,
  addressOf: (request: FastifyRequest) => string,
): void {
  const { delivery } = services
  type OfPlacement = { Params: { placement: string }; Querystring: Record<string, unknown> }
  server.get<OfPlacement>('/delivery/v1/vast/:placement', HEAD_OF_ITS_OWN, (request, reply) => {
    const { params, query, headers } = request
    const who = { headers, address: addressOf(request) }
    answerVast(services, params.placement, query, who, (answer) => sendDelivery(reply, answer))
  })
  server.head<OfPlacement>('/delivery/v1/vast/:placement', ({ query, headers }, reply) => {
    const answer = answerVastHead(services, query, headers)
    return sendDelivery(reply, answer)
  })
  server.get<OfPlacement>('/delivery/v1/vast/:placement/error', HEAD_OF_ITS_OWN, (request, reply) => {
    const { e } = parseInput(errorQuery, request.query)
    const placement_id = delivery.placementId(request.params.placement)
    if (placement_id !== undefined) delivery.counters.playerFailed(placement_id, errorCodeOf(e))
    return reply.header('content-type', PIXEL_TYPE).send(PIXEL)
  })
}
