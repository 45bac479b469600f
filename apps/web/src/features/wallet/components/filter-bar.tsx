import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icon.tsx'
import { lazy, Suspense, useState } from 'react'
import type { FlowFilter } from '../api/fund-flow.ts'
import { useMonthName } from './use-month-name.ts'

const MonthSheet = lazy(() => import('./month-sheet.tsx'))
const TypeSheet = lazy(() => import('./type-sheet.tsx'))

interface FilterBarProps {
  filter: FlowFilter
  onFilter: (next: FlowFilter) => void
}

/** Month and type of the fund details, and the wallet part that a figure led here with. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const t = useMessages('wallet')
  const monthName = useMonthName()
  const [open, setOpen] = useState<'month' | 'type' | null>(null)
  const close = () => setOpen(null)
  const choose = (next: FlowFilter) => {
    onFilter(next)
    close()
  }
  const { part: _part, ...withoutPart } = filter
  return (
    <fieldset aria-label={t('filters')} className="flex flex-wrap gap-x-2">
      <FilterChip
        selected={filter.month !== undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen('month')}
      >
        <span className="flex items-center gap-1">
          {filter.month ? monthName(filter.month) : t('allMonths')}
          <Icon name="chevron-down" size={14} color="currentColor" />
        </span>
      </FilterChip>
      <FilterChip selected={filter.type !== undefined} aria-haspopup="dialog" onClick={() => setOpen('type')}>
        <span className="flex items-center gap-1">
          {filter.type ? t(`flowTypes.${filter.type}`) : t('allTypes')}
          <Icon name="chevron-down" size={14} color="currentColor" />
        </span>
      </FilterChip>
      {filter.part && (
        <FilterChip
          selected
          aria-label={t('removePart', { part: t(`parts.${filter.part}`) })}
          onClick={() => onFilter(withoutPart)}
        >
          <span className="flex items-center gap-1">
            {t(`parts.${filter.part}`)}
            <Icon name="close" size={14} color="currentColor" />
          </span>
        </FilterChip>
      )}
      <Suspense>
        {open === 'month' && <MonthSheet filter={filter} onChoose={choose} onClose={close} />}
        {open === 'type' && <TypeSheet filter={filter} onChoose={choose} onClose={close} />}
      </Suspense>
    </fieldset>
  )
}
