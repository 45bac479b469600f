import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'

/**
 * Runs a search for an operated ID and counts unknown ones: after twenty in fifteen minutes it throws
 * `too_many_requests` with the `deadline`, so that nobody lists customers by trying.
 */
export async function guardTries<T>(
  { follows, clock }: Services,
  customer_id: string,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = follows.tries.take(customer_id, clock.now_ms())
  if (deadline) throw new Refusal('too_many_requests', { deadline })
  try {
    const result = await work()
    follows.tries.giveBack(customer_id)
    return result
  } catch (error) {
    const was_found = !(error instanceof Refusal && error.reason === 'operated_id_not_found')
    if (was_found) follows.tries.giveBack(customer_id)
    throw error
  }
}
