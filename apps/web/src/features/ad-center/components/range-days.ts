import { currentTime } from '@adtally/i18n/clock.ts'
import { session } from '../../../lib/session/session.ts'
import type { AskedPeriod } from '../api/statistics.ts'

/** The default range in days, today included. */
const DAYS = 7

/** A local date as addresses and date fields write it. */
export function dayOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}

/** The account's first day; there is nothing before it. */
export function firstDay(): string {
  return dayOf(new Date(session.get()?.user?.created_at ?? 0))
}

/** The last days up to today, no earlier than the account. */
export function lastDays(): AskedPeriod {
  const now = currentTime()
  const begin = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS + 1))
  const first = firstDay()
  const [, from = begin] = [begin, first].toSorted()
  return { period: 'range', from, until: dayOf(now) }
}
