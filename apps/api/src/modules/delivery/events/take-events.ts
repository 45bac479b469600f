import * as z from 'zod/mini'
import { parseInput } from '../../../lib/parse-input.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { acceptEvent, BEACON_KINDS, type BeaconKind, type EventRefusal, type Sender } from './accept-event.ts'

const EVENTS_MAX = 20

const event = z.strictObject({ token: z.string(), kind: z.enum(BEACON_KINDS) })
const events = z.strictObject({
  events: z.array(event).check(z.minLength(1), z.maxLength(EVENTS_MAX)),
  /** Whether the browser says that a program steers it (`navigator.webdriver`). */
  steered: z.optional(z.boolean()),
})

/** The outcomes of events sent together. */
export interface TakenEvents {
  accepted: number
  /** By position; absent where a single event was accepted. */
  refused?: readonly { index: number; reason: EventRefusal }[]
}

const ONE_ACCEPTED: TakenEvents = { accepted: 1 }

/** Takes one or up to 20 events; returns once they are durable. Throws for a malformed `body` or without storage. */
export async function takeEvents(
  delivery: DeliveryNode,
  body: unknown,
  sender: Sender,
): Promise<TakenEvents> {
  const given =
    typeof body === 'object' && body !== null && 'events' in body ? parseInput(events, body) : null
  if (given === null) {
    const { token, kind } = parseInput(event, body)
    const refusal = await acceptEvent(delivery, token, kind, sender)
    return refusal === null ? ONE_ACCEPTED : outcome([refusal])
  }
  const { steered } = given
  const taken = given.events.map(({ token, kind }: { token: string; kind: BeaconKind }) =>
    acceptEvent(delivery, token, kind, steered === undefined ? sender : { ...sender, is_automated: steered }),
  )
  return outcome(await Promise.all(taken))
}

function outcome(refusals: readonly (EventRefusal | null)[]): TakenEvents {
  const refused = refusals.flatMap((reason, index) => (reason === null ? [] : [{ index, reason }]))
  return { accepted: refusals.length - refused.length, refused }
}
