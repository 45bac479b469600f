import { STATISTICS_PERIODS, type StatisticsPeriod } from '@adtally/contract/enums.ts'
import type { AskedPeriod } from '../api/statistics.ts'

function isPeriod(text: string | null): text is StatisticsPeriod {
  return text !== null && Object.hasOwn(STATISTICS_PERIODS, text)
}

/** The period in the page's address, by default today. The server checks its days. */
export function periodIn(search: URLSearchParams): AskedPeriod {
  const period = search.get('period')
  const [from, until] = [search.get('from'), search.get('until')]
  if (period === 'range' && from && until) return { period, from, until }
  return { period: isPeriod(period) ? period : 'today' }
}
