import { idFromBytes, idToBytes } from './binary-id.ts'

/**
 * The ids of an event, 16 bytes each, in a token's order except for the first. Kept as bytes, because the token has
 * bytes and the database takes bytes.
 */
export type EventIds = Buffer

/** Each id's offset. */
export const EVENT_AT = {
  event_id: 0,
  decision_id: 16,
  plan_id: 32,
  placement_id: 48,
  lease_id: 64,
  publisher_id: 80,
} as const
export type EventIdName = keyof typeof EVENT_AT
export const EVENT_IDS_BYTES = 96

/** The ids of an event from their texts. */
export function eventIds(texts: Readonly<Record<EventIdName, string>>): EventIds {
  const { event_id, decision_id, plan_id, placement_id, lease_id, publisher_id } = texts
  return Buffer.concat([event_id, decision_id, plan_id, placement_id, lease_id, publisher_id].map(idToBytes))
}

/** One id as text. */
export function eventIdOf(ids: EventIds, name: EventIdName): string {
  return idFromBytes(ids, EVENT_AT[name])
}
