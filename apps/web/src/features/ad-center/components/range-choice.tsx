import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { AskedPeriod } from '../api/statistics.ts'
import { lastDays } from './range-days.ts'

const RangeSheet = part(() => import('./range-sheet.tsx'))

interface RangeChoiceProps {
  asked: AskedPeriod
  onChange: (asked: AskedPeriod) => void
}

/** A day in the address as a date in the device's zone; null if it is invalid. */
function momentOf(day: string | undefined): Date | null {
  const at = new Date(`${day}T12:00:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The chosen days, by default the last ones, and a button to change them. */
export default function RangeChoice({ asked, onChange }: RangeChoiceProps) {
  const t = useMessages('period')
  const { time } = useFormatters()
  const [open, setOpen] = useState(false)
  const [from, until] = [momentOf(asked.from), momentOf(asked.until)]
  const begin = useEffectEvent(() => onChange(lastDays()))
  const has_days = asked.from !== undefined
  useEffect(() => {
    if (!has_days) begin()
  }, [has_days])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center gap-1.5 rounded-control text-left text-14"
      >
        <span className="sr-only">{t('range.title')}: </span>
        {from && until
          ? t('range.days', { from: time(from, 'date'), until: time(until, 'date') })
          : t('range.title')}
        <Icon name="chevron-down" size={14} color="var(--color-muted)" />
      </button>
      {open && (
        <Suspense>
          <RangeSheet asked={asked} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
