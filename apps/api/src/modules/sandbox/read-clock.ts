import type { OutputOf } from '@adtally/contract/call.ts'
import { CLOCK_STEPS, type sandboxClock } from '@adtally/contract/sandbox.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { AHEAD_MAX, type AheadReader } from '../ahead.ts'
import { readClockOffset } from '../identity/index.ts'
import type { Services } from '../services.ts'
import { openWish } from './clock.repository.ts'

const LONGEST_MS = Math.max(...Object.values(CLOCK_STEPS))

/** The sandbox's clock, its progress if it is moving, and the customer's events within its longest step. */
export async function readClock(
  services: Services,
  readers: readonly AheadReader[],
  customer_id: string,
): Promise<OutputOf<typeof sandboxClock>> {
  const { database, clock } = services
  const [clock_offset_ms, wish] = await Promise.all([
    readClockOffset(database),
    database.transaction({ kind: 'system' }, openWish),
  ])
  const now = clock.now()
  const until = new Date(now.getTime() + LONGEST_MS)
  const ahead = await database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const found = await Promise.all(readers.map((read) => read(services, tx, { customer_id, until })))
    return found.flat()
  })
  const sorted = ahead.toSorted((left, right) => left.at.getTime() - right.at.getTime())
  return {
    now: now.toISOString(),
    clock_offset_ms,
    moving: wish && { from: wish.from.toISOString(), until: wish.until.toISOString() },
    ahead: sorted.slice(0, AHEAD_MAX).map(({ kind, at, subject_id, name, amount_micros }) => ({
      kind,
      at: at.toISOString(),
      subject_id,
      name,
      amount: amount_micros === null ? null : formatAmount(amount_micros),
    })),
    ahead_left_off: Math.max(0, sorted.length - AHEAD_MAX),
  }
}
