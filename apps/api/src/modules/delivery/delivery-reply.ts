import type { FastifyReply } from 'fastify'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import { codeOf } from '../../database/start-error.ts'
import type { WireReply } from '../../lib/lane.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { IngestOverloaded } from './events/event-ingest.ts'
import type { TakenEvents } from './events/take-events.ts'

/** For pages of any origin, without cookies, and never cached. */
const HEADERS = [
  ...['content-type', 'application/json; charset=utf-8'],
  ...['access-control-allow-origin', '*', 'cache-control', 'no-store'],
]
const ONE_ACCEPTED: WireReply = { status: 200, headers: HEADERS, body: '{"accepted":1}' }

/** A JSON reply for machines, which read the status. */
export function presentDelivery(status: number, body: string): WireReply {
  return { status, headers: HEADERS, body }
}

/** The reply about the events that were sent. */
export function presentTakenEvents(taken: TakenEvents): WireReply {
  const { accepted, refused } = taken
  if (refused === undefined) return ONE_ACCEPTED
  // A repeated event is no fault: its sender did not learn that the first one arrived.
  const at_fault = refused.some(({ reason }) => reason !== 'duplicate')
  return presentDelivery(at_fault && accepted === 0 ? 403 : 200, JSON.stringify({ accepted, refused }))
}

/**
 * Machines read the status here, so it says what happened: no envelope, and no HTTP 200 for refused events. Malformed
 * requests are counted as refused unless it `is_asked_about` only.
 */
export function presentDeliveryError(
  { delivery, log }: Services,
  error: unknown,
  { is_asked_about = false } = {},
): WireReply {
  const is_malformed =
    error instanceof Refusal || error instanceof SyntaxError || codeOf(error)?.startsWith('FST_ERR_CTP_')
  if (is_malformed) {
    if (!is_asked_about) delivery.counters.refused('malformed')
    const field = error instanceof Refusal ? error.details.field : undefined
    return presentDelivery(400, JSON.stringify({ accepted: 0, reason: 'malformed', field }))
  }
  if (error instanceof DatabaseUnavailable || error instanceof IngestOverloaded) {
    const reply = presentDelivery(503, '{"accepted":0,"reason":"try_again"}')
    return { ...reply, headers: [...reply.headers, 'retry-after', '1'] }
  }
  log.error({ err: error }, 'could not answer a publisher’s page or an advertiser’s report')
  return presentDelivery(500, '{"accepted":0,"reason":"failed"}')
}

/** Sets a reply's status and header fields. */
export function withFields(reply: FastifyReply, { status, headers }: WireReply): FastifyReply {
  for (let index = 0; index < headers.length; index += 2) {
    reply.header(headers[index] ?? '', headers[index + 1])
  }
  return reply.code(status)
}

/** Sends a reply by the router. */
export function sendWire(reply: FastifyReply, answer: WireReply): FastifyReply {
  return withFields(reply, answer).send(answer.body === '' ? undefined : answer.body)
}
