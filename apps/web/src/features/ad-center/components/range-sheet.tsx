import { RANGE_DAYS_MAX } from '@adtally/contract/plans/statistics.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import type { AskedPeriod } from '../api/statistics.ts'
import { dayOf, firstDay } from './range-days.ts'

interface RangeSheetProps {
  asked: AskedPeriod
  onChange: (asked: AskedPeriod) => void
  onClose: () => void
}

type Fault = { field: 'from' | 'until'; key: 'missing' | 'early' | 'future' | 'reversed' | 'tooLong' }

const DAY_MS = 86_400_000

/** What is wrong with a range; null if nothing. */
function faultOf(from: string, until: string, first: string, today: string): Fault | null {
  if (from === '') return { field: 'from', key: 'missing' }
  if (until === '') return { field: 'until', key: 'missing' }
  if (from < first) return { field: 'from', key: 'early' }
  if (until > today) return { field: 'until', key: 'future' }
  if (until < from) return { field: 'until', key: 'reversed' }
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
  return days > RANGE_DAYS_MAX ? { field: 'from', key: 'tooLong' } : null
}

/** Asks for a range's first and last day. */
export default function RangeSheet({ asked, onChange, onClose }: RangeSheetProps) {
  const t = useMessages('period')
  const { time } = useFormatters()
  const form_id = useId()
  const [from, setFrom] = useState(asked.from ?? '')
  const [until, setUntil] = useState(asked.until ?? '')
  const [is_sent, setSent] = useState(false)
  const [first, today] = [firstDay(), dayOf(currentTime())]
  const fault = is_sent ? faultOf(from, until, first, today) : null
  const written = time(new Date(`${first}T12:00:00`), 'date')
  const errorOf = (field: Fault['field']) =>
    fault?.field === field
      ? t(`range.faults.${fault.key}`, { first: written, days: RANGE_DAYS_MAX })
      : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (faultOf(from, until, first, today)) return
    onChange({ period: 'range', from, until })
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('range.title')}
      footer={
        <Button block type="submit" form={form_id}>
          {t('range.show')}
        </Button>
      }
    >
      <form id={form_id} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <TextField
          label={t('range.from')}
          type="date"
          min={first}
          max={today}
          value={from}
          error={errorOf('from')}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={t('range.until')}
          type="date"
          min={first}
          max={today}
          value={until}
          error={errorOf('until')}
          hint={t('range.hint', { first: written, days: RANGE_DAYS_MAX })}
          onChange={(event) => setUntil(event.target.value)}
        />
      </form>
    </Sheet>
  )
}
