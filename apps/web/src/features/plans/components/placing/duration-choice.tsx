import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { useId } from 'react'
import { DURATIONS } from './placing-address.ts'

/** The maximum days that the plan runs. */
export function DurationChoice({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const t = useMessages('plan')
  const id = useId()
  return (
    <fieldset aria-describedby={id}>
      <legend className="text-14 font-medium">{t('duration')}</legend>
      <div className="flex flex-wrap gap-x-2">
        {DURATIONS.map((days) => (
          <FilterChip
            key={days}
            aria-label={t('days', { days })}
            selected={days === value}
            onClick={() => onChange(days)}
          >
            {days}
          </FilterChip>
        ))}
      </div>
      <p id={id} className="text-12 text-muted">
        {t('durationNote')}
      </p>
    </fieldset>
  )
}
