import type { ReadAmount } from '@adtally/i18n/read-amount.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { useAmounts } from '../../../../lib/figures/use-amounts.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { FlowFilter } from '../../api/fund-flow.ts'

/** As many as an entry's amount can have. */
const DECIMALS_MAX = 6

interface AmountDaysSheetProps {
  filter: FlowFilter
  onChoose: (next: FlowFilter) => void
  onClose: () => void
}

/** The note at a typed limit: its parsed amount or, once checked, its fault; empty means no limit. */
function useLimitText(checked: boolean) {
  const format = useFormatters()
  const currency = useCurrency()
  const amounts = useAmounts()
  return ({ amount, fault }: ReadAmount) => ({
    hint: amount === null ? '' : format.money(amount, currency, { decimals: 'all' }),
    error:
      checked && fault !== null && fault !== 'empty' ? amounts.faultText(fault, DECIMALS_MAX) : undefined,
  })
}

/** Limits the fund details to a range of amounts and days. */
export default function AmountDaysSheet({ filter, onChoose, onClose }: AmountDaysSheetProps) {
  const t = useMessages('wallet')
  const amounts = useAmounts()
  const formId = useId()
  const { amount_min = '', amount_max = '', from = '', until = '', ...rest } = filter
  const [typed, setTyped] = useState({
    amount_min: amounts.typed(amount_min),
    amount_max: amounts.typed(amount_max),
    from,
    until,
  })
  const [checked, setChecked] = useState(false)
  const limitText = useLimitText(checked)
  const read = {
    amount_min: amounts.read(typed.amount_min, DECIMALS_MAX),
    amount_max: amounts.read(typed.amount_max, DECIMALS_MAX),
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const amount_entries = Object.entries(read)
    if (amount_entries.some(([, { fault }]) => fault !== null && fault !== 'empty')) return
    const given = [
      ...amount_entries.map(([name, { amount }]) => [name, amount ?? '']),
      ['from', typed.from],
      ['until', typed.until],
    ].filter(([, text]) => text !== '')
    onChoose({ ...rest, ...Object.fromEntries(given) })
  }
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const amountField = (name: keyof typeof read) => ({ ...field(name), ...limitText(read[name]) })
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
          {...amountField('amount_min')}
        />
        <TextField
          label={t('amountTo')}
          inputMode="decimal"
          autoComplete="off"
          {...amountField('amount_max')}
        />
        <TextField label={t('dayFrom')} type="date" {...field('from')} />
        <TextField label={t('dayUntil')} type="date" {...field('until')} />
      </form>
    </Sheet>
  )
}
