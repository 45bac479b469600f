import { newId } from '../../../database/identifiers.ts'
import { newEventId } from '../binary-id.ts'
import type { EventRow } from '../event.repository.ts'

/** An impression as a node would store it, for tests. */
export function eventRow(
  plan_id: string,
  lease_id: string,
  now_ms: number,
  members: Partial<EventRow> = {},
): EventRow {
  return {
    event_id: newEventId(now_ms),
    decision_id: newId(),
    kind: 'impression',
    goal: '',
    plan_id,
    placement_id: newId(),
    publisher_id: newId(),
    lease_id,
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
    ...members,
  }
}
