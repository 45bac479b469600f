import { STATISTICS_PERIODS } from '@adtally/contract/enums.ts'
import { RANGE_DAYS_MAX } from '@adtally/contract/plans/statistics.ts'
import { Refusal } from '../../lib/refusal.ts'
import { DAY_MS, localDay } from '../../lib/time-zones.ts'
import type { Period, PeriodType } from './rules.ts'

interface AskedPeriod {
  type?: PeriodType | undefined
  from?: string | undefined
  until?: string | undefined
}

/**
 * The requested period; today by default. Throws `field_required` for a range without its days, `field_unknown` for
 * days with another type, `range_reversed`, `range_too_long`, `range_in_future`. Whether the account was open then is
 * checked when its rows are read.
 */
export function periodOf({ type = '1', from, until }: AskedPeriod, zone: string, now_ms: number): Period {
  if (type !== STATISTICS_PERIODS.range) {
    if (from !== undefined) throw new Refusal('field_unknown', { field: 'from' })
    if (until !== undefined) throw new Refusal('field_unknown', { field: 'until' })
    return { type }
  }
  if (from === undefined) throw new Refusal('field_required', { field: 'from' })
  if (until === undefined) throw new Refusal('field_required', { field: 'until' })
  const [first_day, last_day] = [Date.parse(from) / DAY_MS, Date.parse(until) / DAY_MS]
  if (last_day < first_day) throw new Refusal('range_reversed', { field: 'until' })
  if (last_day - first_day >= RANGE_DAYS_MAX) {
    throw new Refusal('range_too_long', { field: 'from', values: { days: RANGE_DAYS_MAX } })
  }
  if (last_day > localDay(zone, now_ms)) throw new Refusal('range_in_future', { field: 'until' })
  return { type, first_day, last_day }
}
