import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import type { Before } from '../api/chart.ts'

/** Whether nothing at all happened in the period before. */
export function hadNothing({ invested, impressions, clicks, conversions, consumed }: Before): boolean {
  const has_amounts = /[1-9]/.test(invested) || /[1-9]/.test(consumed)
  return !has_amounts && impressions + clicks + conversions === 0
}

/** Whether a moment is a day's first on this device. */
function isMidnight(at: Date): boolean {
  return at.getHours() === 0 && at.getMinutes() === 0
}

/** How the period before is written: by its days where they are whole, else by its hours. */
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
