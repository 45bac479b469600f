import { newId } from '../../../database/identifiers.ts'
import { IdSequence } from '../events/binary-id.ts'
import type { EventRow } from '../events/event.repository.ts'
import { EVENT_AT, eventIds } from '../events/event-ids.ts'

/** An impression as a node would store it, for tests. */
export function eventRow(
  plan_id: string,
  lease_id: string,
  now_ms: number,
  members: Partial<
    Omit<EventRow, 'ids'> & { placement_id: string; publisher_id: string; decided_ms: number }
  > = {},
): EventRow {
  const { placement_id = newId(), publisher_id = newId(), decided_ms, ...rest } = members
  const texts = {
    event_id: new IdSequence().next(now_ms),
    decision_id: decided_ms === undefined ? newId() : new IdSequence().next(decided_ms),
    plan_id,
    placement_id,
    lease_id,
    publisher_id,
  }
  return {
    ids: eventIds(texts),
    kind: 'impression',
    goal: '',
    occurred_ms: Math.floor(now_ms),
    taken_until_ms: Math.floor(now_ms) + 3_600_000,
    charge_micros: 0n,
    fee_micros: 0n,
    payout_micros: 0n,
    device: 1n,
    address: 2n,
    agent: 3n,
    rule: null,
    rule_version: null,
    ...rest,
  }
}

/** Another event of the same decision, for tests. */
export function eventAfter(row: EventRow, now_ms: number, members: Partial<Omit<EventRow, 'ids'>>): EventRow {
  const ids = Buffer.from(row.ids)
  new IdSequence().write(ids, EVENT_AT.event_id, now_ms)
  return { ...row, ids, ...members }
}
