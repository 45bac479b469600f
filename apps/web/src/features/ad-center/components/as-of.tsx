import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { TimedReading } from '../api/statistics.ts'
import { useHasFailed, useReading } from './use-reading.ts'

const asOf = (timed: TimedReading) => timed.as_of

/** Whether a moment lies in the present day, which in a sandbox can be ahead of the device's. */
function isToday(at: Date): boolean {
  return at.toDateString() === currentTime().toDateString()
}

/** The time the figures were good at, to the second; says so when it stands still. */
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
      {/* A block, so that it is as high as its lines and not as the face says of itself. */}
      <time dateTime={as_of} className="block">
        {has_failed ? t('asOfStopped', { at: text }) : t('asOf', { at: text })}
      </time>
    </span>
  )
}
