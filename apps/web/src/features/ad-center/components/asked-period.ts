import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { session } from '../../../lib/session.ts'
import type { AskedPeriod } from '../api/statistics.ts'

/** Days that a range begins with, the present one included. */
const DAYS = 7

function isPeriod(text: string | null): text is StatisticsPeriod {
  return text !== null && Object.hasOwn(STATISTICS_PERIODS, text)
}

/** The period in the page's address; today where there is none. Whether its days can be asked for the server says. */
export function periodIn(search: URLSearchParams): AskedPeriod {
  const chosen = search.get('period')
  const [from, until] = [search.get('from'), search.get('until')]
  if (chosen !== 'range') return { period: isPeriod(chosen) ? chosen : 'today' }
  return from && until ? { period: 'range', from, until } : lastDays()
}

/** A local date as an address and a date field write it. */
export function dayOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}

/** The account's first day, before which there is nothing to ask for. */
export function firstDay(): string {
  return dayOf(new Date(session.get()?.user?.created_at ?? 0))
}

/** The last days up to the present one, as many as the account has. */
export function lastDays(): AskedPeriod {
  const now = currentTime()
  const begin = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS + 1))
  const first = firstDay()
  const [, from = begin] = [begin, first].toSorted()
  return { period: 'range', from, until: dayOf(now) }
}
