import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import type { EventSums, Span } from '../events/processor.repository.ts'
import { readCapped, recordOverCap } from './over-cap.repository.ts'
import { capsOf, findOverCap } from './over-cap.ts'
import { withoutCharges } from './without-charges.ts'

/** No event comes later than this after its decision. */
const DECIDED_MS_MAX = 2 * 3_600_000

/**
 * Judges what these spans show devices too often (`over_cap`), as they are carried: such events are kept and never
 * charged. Returns their sums without these charges.
 */
export async function refuseOverCap(
  services: Services,
  tx: Transaction,
  spans: readonly Span[],
  sums: readonly EventSums[],
): Promise<EventSums[]> {
  const capsAt = (time: Date) => capsOf(policies.policyAt(services, time))
  const now_ms = services.clock.now_ms()
  // Tokens last an hour: what comes now was decided by a policy of this time.
  const in_force = [capsAt(new Date(now_ms)), capsAt(new Date(now_ms - DECIDED_MS_MAX))]
  const least_count = Math.min(...in_force.flatMap((caps) => Object.values(caps)))
  const rows = await readCapped(tx, spans, least_count)
  const found = new Set(findOverCap(rows, capsAt))
  if (found.size === 0) return [...sums]
  const over = rows.filter(({ event_id }) => found.has(event_id))
  await recordOverCap(tx, over, { verdict_id: newId(), decided_at: services.clock.now() })
  return withoutCharges(sums, over)
}
