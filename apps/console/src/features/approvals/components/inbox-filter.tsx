import { useAmountsIn } from '@adtally/client/use-amounts.ts'
import { fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import { listProposals } from '@adtally/contract/operator/statement/staff-calls.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { CONTROL_CLASS, FieldFrame, TextField } from '@adtally/ui/field.tsx'
import { useId, useState } from 'react'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { FILTERS, type Filter } from './asked.ts'

/** The wire's decimals. */
const DECIMALS_MAX = 6

const ACTIONS = fieldsOf(listProposals.request).find(({ name }) => name === 'action')?.bounds.one_of ?? []

interface InboxFilterProps {
  /** What is filtered by now. */
  filtered: Readonly<Partial<Record<Filter, string>>>
  onFilter(filters: Readonly<Partial<Record<Filter, string>>>): void
}

/** Narrows a queue by action, customer and sum. */
export function InboxFilter({ filtered, onFilter }: InboxFilterProps) {
  const t = useMessages('consoleApprovals')
  const { typed, faults, edit, clear, read } = useFilter(filtered)
  const is_filtered = FILTERS.some((name) => (filtered[name] ?? '') !== '')
  return (
    <form
      noValidate
      className="mt-4 grid grid-cols-2 items-start gap-x-4 gap-y-2 min-[64rem]:grid-cols-[2fr_2fr_1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        const filters = read()
        if (filters) onFilter(filters)
      }}
    >
      <ActionField value={typed.action ?? ''} onChange={(action) => edit('action', action)} />
      <TextField
        label={t('customer')}
        value={typed.customer ?? ''}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ target }) => edit('customer', target.value)}
      />
      {SUMS.map((name) => (
        <TextField
          key={name}
          label={t(name === 'sum_min' ? 'sumMin' : 'sumMax')}
          inputMode="decimal"
          autoComplete="off"
          value={typed[name] ?? ''}
          error={faults[name]}
          onChange={({ target }) => edit(name, target.value)}
        />
      ))}
      <div className="flex flex-wrap gap-2 min-[64rem]:mt-6.5">
        <Button type="submit" variant="secondary">
          {t('filter')}
        </Button>
        {is_filtered && (
          <Button
            variant="quiet"
            onClick={() => {
              clear()
              onFilter({})
            }}
          >
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  )
}

function ActionField({ value, onChange }: { value: string; onChange(action: string): void }) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const id = useId()
  return (
    <FieldFrame id={id} label={t('action')}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={CONTROL_CLASS}
        >
          <option value="">{t('allActions')}</option>
          {ACTIONS.map((action) => (
            <option key={action} value={action}>
              {words.choice(action)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

const SUMS = ['sum_min', 'sum_max'] as const

/** What is typed into the filter, and what is wrong with it. */
function useFilter(filtered: InboxFilterProps['filtered']) {
  const amounts = useAmountsIn('')
  const [typed, setTyped] = useState<InboxFilterProps['filtered']>(filtered)
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({})
  const readSum = (name: (typeof SUMS)[number]) => {
    const value = typed[name] ?? ''
    if (value === '') return { value, fault: undefined }
    const { amount, fault } = amounts.read(value, DECIMALS_MAX)
    return { value: amount ?? '', fault: fault === null ? undefined : amounts.faultText(fault, DECIMALS_MAX) }
  }
  return {
    typed,
    faults,
    edit(name: Filter, value: string) {
      setTyped({ ...typed, [name]: value })
      setFaults({ ...faults, [name]: undefined })
    },
    clear() {
      setTyped({})
      setFaults({})
    },
    /** What to filter by; null if an amount can't be read, which its field then says. */
    read(): InboxFilterProps['filtered'] | null {
      const [least, most] = [readSum('sum_min'), readSum('sum_max')]
      setFaults({ sum_min: least.fault, sum_max: most.fault })
      if (least.fault !== undefined || most.fault !== undefined) return null
      return { ...typed, customer: typed.customer?.trim() ?? '', sum_min: least.value, sum_max: most.value }
    },
  }
}
