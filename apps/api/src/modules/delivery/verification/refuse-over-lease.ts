import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import type { Services } from '../../services.ts'
import { chargesByLease } from '../events/charges-by-lease.ts'
import type { EventSums, Span } from '../events/processor.repository.ts'
import { readShortLeases, setAsideOverLease } from './over-lease.repository.ts'
import { withoutCharges } from './without-charges.ts'

/**
 * Sets aside what of these spans is more than its lease holds (`over_lease`): such events are kept and never charged, and
 * nobody else's wait for them. No node that counts its tokens records one, so each is told as an error and a
 * reconciliation finds its lease. Returns the sums without these charges.
 */
export async function refuseOverLease(
  services: Services,
  tx: Transaction,
  spans: readonly Span[],
  sums: EventSums[],
): Promise<EventSums[]> {
  const lease_ids = await readShortLeases(tx, chargesByLease(sums))
  if (lease_ids.length === 0) return sums
  const verdict = { verdict_id: newId(), decided_at: services.clock.now() }
  const over = await setAsideOverLease(tx, spans, lease_ids, verdict)
  services.log.error(
    { lease_ids, events: over.length },
    'set aside events that their leases hold no money for; look for who records events, or changes leases, by hand',
  )
  return withoutCharges(sums, over)
}
