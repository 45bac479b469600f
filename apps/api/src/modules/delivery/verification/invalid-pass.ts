import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { type InvalidEvent, reverseEvents } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { minuteOf } from '../events/minute-of.ts'
import { lockProcessor, readSpans } from '../events/processor.repository.ts'
import {
  type FoundInvalid,
  findInvalid,
  findInvalidConversions,
  movePassedUntil,
  type NewVerdict,
  readNextEventTime,
  readPassedUntil,
  recordVerdicts,
  waitForBatches,
} from './invalid-pass.repository.ts'

const SYSTEM = { kind: 'system' } as const
/** The pass stays this far behind, so that a click's impression still on its way is not missed. */
const LAG_MS = 120_000
/** Length of the stretch examined in one transaction. */
const STRETCH_MS = 3_600_000

/**
 * Looks for invalid traffic that only many events together reveal, over the next stretch of whole minutes, and
 * reverses it symmetrically (PRODUCT §2.2). Does nothing while events wait for the processor. Returns whether there
 * may be more to do at once.
 */
export async function passInvalid(services: Services): Promise<boolean> {
  return await services.database.transaction(SYSTEM, async (tx) => {
    if (!(await lockProcessor(tx))) return false
    // Read under the lock, because another pass may have just finished.
    const passed_until = await readPassedUntil(tx)
    const until = minuteOf(new Date(services.clock.now_ms() - LAG_MS))
    if (passed_until >= until) return false
    await waitForBatches(tx)
    if ((await readSpans(tx)).length > 0) return false
    const next = await readNextEventTime(tx, passed_until)
    if (!next || next >= until) {
      await movePassedUntil(tx, until)
      return false
    }
    const from = minuteOf(next)
    const to = new Date(Math.min(from.getTime() + STRETCH_MS, until.getTime()))
    await takeBack(services, tx, await findInvalid(tx, from, to))
    await takeBack(services, tx, await findInvalidConversions(tx, from, to))
    await movePassedUntil(tx, to)
    return to < until
  })
}

/** Reverses events' effects and records the verdicts, which correct the statistics, in one transaction. */
async function takeBack(services: Services, tx: Transaction, found: readonly FoundInvalid[]): Promise<void> {
  if (found.length === 0) return
  const verdict_id = newId()
  const results = await reverseEvents(services, tx, { verdict_id, events: found.map(asInvalid) })
  const by_event = new Map(results.map((result) => [result.event_id, result]))
  const verdicts: NewVerdict[] = []
  for (const event of found) {
    const result = by_event.get(event.event_id)
    if (!result || result.result === 'too_late') continue
    const { spend_returned_micros, revenue_reversed_micros } = result
    const { event_id, plan_id, rule } = event
    verdicts.push({ verdict_id, event_id, plan_id, rule, spend_returned_micros, revenue_reversed_micros })
  }
  await recordVerdicts(tx, verdicts, services.clock.now())
}

function asInvalid(found: FoundInvalid): InvalidEvent {
  const { event_id, plan_id, kind, publisher_id, charge_micros, fee_micros } = found
  return {
    event_id,
    plan_id,
    spend: charge_micros > 0n ? { publisher_id, charge_micros, fee_micros } : null,
    conversion_id: kind === 'conversion' ? event_id : null,
  }
}
