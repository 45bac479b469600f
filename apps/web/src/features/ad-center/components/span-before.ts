import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
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

/** Formats the previous period: by days if they are whole, else by hours, of one day after it. */
export function useSpanText(): (before: Pick<Before, 'from' | 'until'>) => string {
  const t = useMessages('period')
  const { time } = useFormatters()
  return ({ from, until }) => {
    const [begin, end] = [new Date(from), new Date(until)]
    const is_whole = isMidnight(end)
    const last = is_whole ? new Date(end.getTime() - 1) : end
    const is_one_day = begin.toDateString() === last.toDateString()
    if (is_one_day && is_whole) return time(begin, 'date')
    // Some languages write the hour before its day, which a range would then have in its middle.
    if (is_one_day)
      return t('range.hours', {
        day: time(begin, 'date'),
        from: time(begin, 'time'),
        until: time(end, 'time'),
      })
    const style = is_whole ? 'date' : 'date-time'
    return t('range.days', { from: time(begin, style), until: time(last, style) })
  }
}
