import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import type { Before } from '../api/chart.ts'

/** Whether nothing happened in the previous period. */
export function hadNothing({ invested, impressions, clicks, conversions, consumed }: Before): boolean {
  const has_amounts = /[1-9]/.test(invested) || /[1-9]/.test(consumed)
  return !has_amounts && impressions + clicks + conversions === 0
}

/** Whether a moment starts a day on this device. */
function isMidnight(at: Date): boolean {
  return at.getHours() === 0 && at.getMinutes() === 0
}

/** Formats the previous period: by days if they are whole, else by hours. */
export function useSpanText(): (before: Pick<Before, 'from' | 'until'>) => string {
  const { time } = useFormatters()
  return ({ from, until }) => {
    const [begin, end] = [new Date(from), new Date(until)]
    if (!isMidnight(end)) {
      const is_one_day = begin.toDateString() === end.toDateString()
      return `${time(begin, 'date-time')}\u00a0– ${time(end, is_one_day ? 'time' : 'date-time')}`
    }
    const last = new Date(end.getTime() - 1)
    const is_one_day = begin.toDateString() === last.toDateString()
    return is_one_day ? time(begin, 'date') : `${time(begin, 'date')}\u00a0– ${time(last, 'date')}`
  }
}
