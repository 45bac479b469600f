import * as z from 'zod/mini'
import { DatabaseUnavailable } from '../../../database/database-error.ts'
import { codeOf } from '../../../database/start-error.ts'
import type { WireReply } from '../../../lib/lane.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { acceptEvent, BEACON_KINDS, type BeaconKind, type EventRefusal, type Sender } from './accept-event.ts'
import { IngestOverloaded } from './event-ingest.ts'

const EVENTS_MAX = 20
/** For pages of any origin, without cookies; never kept by anybody on the way. */
const HEADERS = [
  ...['content-type', 'application/json; charset=utf-8'],
  ...['access-control-allow-origin', '*', 'cache-control', 'no-store'],
]
const ONE_ACCEPTED: WireReply = { status: 200, headers: HEADERS, body: '{"accepted":1}' }

const event = z.strictObject({ token: z.string(), kind: z.enum(BEACON_KINDS) })
const events = z.strictObject({ events: z.array(event).check(z.minLength(1), z.maxLength(EVENTS_MAX)) })

/** JSON for machines that read the status. */
export function deliveryReply(status: number, body: string): WireReply {
  return { status, headers: HEADERS, body }
}

/** What a sender of one or up to 20 events hears once they are durable. Throws what `deliveryError` answers. */
export async function answerEvents(services: Services, body: unknown, sender: Sender): Promise<WireReply> {
  const { delivery } = services
  const given =
    typeof body === 'object' && body !== null && 'events' in body ? parseInput(events, body).events : null
  if (given === null) {
    const { token, kind } = parseInput(event, body)
    const refusal = await acceptEvent(delivery, token, kind, sender)
    return refusal === null ? ONE_ACCEPTED : outcome([refusal])
  }
  const taken = given.map(({ token, kind }: { token: string; kind: BeaconKind }) =>
    acceptEvent(delivery, token, kind, sender),
  )
  return outcome(await Promise.all(taken))
}

function outcome(refusals: readonly (EventRefusal | null)[]): WireReply {
  const refused = refusals.flatMap((reason, index) => (reason === null ? [] : [{ index, reason }]))
  const accepted = refusals.length - refused.length
  // A repeated event is not at fault: its sender did not hear that the first one arrived.
  const at_fault = refused.some(({ reason }) => reason !== 'duplicate')
  return deliveryReply(at_fault && accepted === 0 ? 403 : 200, JSON.stringify({ accepted, refused }))
}

/**
 * Machines read the status here, so that it says what happened: no envelope, no HTTP 200 for what was not taken. What is
 * malformed counts as refused unless it `is_asked_about` only.
 */
export function deliveryError(
  { delivery, log }: Services,
  error: unknown,
  { is_asked_about = false } = {},
): WireReply {
  const is_malformed =
    error instanceof Refusal || error instanceof SyntaxError || codeOf(error)?.startsWith('FST_ERR_CTP_')
  if (is_malformed) {
    if (!is_asked_about) delivery.counters.refused('malformed')
    const field = error instanceof Refusal ? error.details.field : undefined
    return deliveryReply(400, JSON.stringify({ accepted: 0, reason: 'malformed', field }))
  }
  if (error instanceof DatabaseUnavailable || error instanceof IngestOverloaded) {
    const reply = deliveryReply(503, '{"accepted":0,"reason":"try_again"}')
    return { ...reply, headers: [...reply.headers, 'retry-after', '1'] }
  }
  log.error({ err: error }, 'delivery failed')
  return deliveryReply(500, '{"accepted":0,"reason":"failed"}')
}
