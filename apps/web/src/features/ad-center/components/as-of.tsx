import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { TimedReading } from '../api/statistics.ts'
import { useHasFailed, useReading } from './use-reading.ts'

const asOf = (timed: TimedReading) => timed.as_of

/** Whether a moment is today by the server's clock, which a sandbox may have ahead of the device's. */
function isToday(at: Date): boolean {
  return at.toDateString() === currentTime().toDateString()
}

/** The time of the figures, to the second; says so if it stands still. */
export function AsOf() {
  const t = useMessages('adCenter')
  const { time } = useFormatters()
  const has_failed = useHasFailed()
  const as_of = useReading(asOf)
  if (as_of === undefined) return null
  const at = new Date(as_of)
  const text = isToday(at) ? time(at, 'seconds') : `${time(at, 'date')} ${time(at, 'seconds')}`
  return (
    <span className={has_failed ? 'flex items-center gap-1 text-12 text-hold' : 'text-12 text-muted'}>
      {has_failed && <Icon name="warning" size={14} color="currentColor" />}
      {/* A block, so that its height comes from its lines and not from the typeface. */}
      <time dateTime={as_of} className="block">
        {has_failed ? t('asOfStopped', { at: text }) : t('asOf', { at: text })}
      </time>
    </span>
  )
}
