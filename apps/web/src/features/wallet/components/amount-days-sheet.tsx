import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { Sheet } from '../../../components/lazy-dialogs.tsx'
import type { FlowFilter } from '../api/fund-flow.ts'

const AMOUNT = /^\d{1,12}([.,]\d{1,6})?$/

interface AmountDaysSheetProps {
  filter: FlowFilter
  onChoose: (next: FlowFilter) => void
  onClose: () => void
}

/** The range of amounts and of days that the fund details keep to. */
export default function AmountDaysSheet({ filter, onChoose, onClose }: AmountDaysSheetProps) {
  const t = useMessages('wallet')
  const validation = useMessages('validation')
  const formId = useId()
  const { amount_min = '', amount_max = '', from = '', until = '', ...rest } = filter
  const [typed, setTyped] = useState({ amount_min, amount_max, from, until })
  const [checked, setChecked] = useState(false)
  const isFault = (text: string) => text !== '' && !(AMOUNT.test(text) && /[1-9]/.test(text))
  const fault = (text: string) => (checked && isFault(text) ? validation('amount_malformed') : undefined)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (isFault(typed.amount_min) || isFault(typed.amount_max)) return
    const given = Object.entries(typed)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, text.replace(',', '.')])
    onChoose({ ...rest, ...Object.fromEntries(given) })
  }
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value.trim() }),
  })
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('moreFilters')}
      footer={
        <div className="flex gap-3">
          <Button variant="secondary" className="flex-auto" onClick={() => onChoose(rest)}>
            {t('clearFilter')}
          </Button>
          <Button type="submit" form={formId} className="flex-auto">
            {t('showMonth')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-2 gap-4">
        <TextField
          label={t('amountFrom')}
          inputMode="decimal"
          autoComplete="off"
          error={fault(typed.amount_min)}
          {...field('amount_min')}
        />
        <TextField
          label={t('amountTo')}
          inputMode="decimal"
          autoComplete="off"
          error={fault(typed.amount_max)}
          {...field('amount_max')}
        />
        <TextField label={t('dayFrom')} type="date" {...field('from')} />
        <TextField label={t('dayUntil')} type="date" {...field('until')} />
      </form>
    </Sheet>
  )
}
