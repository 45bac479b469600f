import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { SearchField } from '../../../../components/fields/search-field.tsx'
import type { FlowFilter } from '../../api/fund-flow.ts'
import { useMonthName } from './use-month-name.ts'

const AmountDaysSheet = part(() => import('./amount-days-sheet.tsx'))
const MonthSheet = part(() => import('./month-sheet.tsx'))
const TypeSheet = part(() => import('./type-sheet.tsx'))

interface FilterBarProps {
  filter: FlowFilter
  onFilter: (next: FlowFilter) => void
}

/** Search, month, type, amount and days of the fund details, and the wallet part if a figure led here. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const t = useMessages('wallet')
  const monthName = useMonthName()
  const [open, setOpen] = useState<'month' | 'type' | 'more' | null>(null)
  const close = () => setOpen(null)
  const choose = (next: FlowFilter) => {
    onFilter(next)
    close()
  }
  const { part: _part, ...withoutPart } = filter
  const { search: _search, ...withoutSearch } = filter
  const ranges = [filter.amount_min, filter.amount_max, filter.from, filter.until]
  return (
    <fieldset aria-label={t('filters')} className="flex min-w-0 flex-wrap gap-x-2">
      <div className="w-full py-2">
        <SearchField
          label={t('searchFlow')}
          value={filter.search ?? ''}
          onSearch={(words) => onFilter(words === '' ? withoutSearch : { ...withoutSearch, search: words })}
        />
      </div>
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
      <FilterChip
        selected={ranges.some((range) => range !== undefined)}
        aria-haspopup="dialog"
        onClick={() => setOpen('more')}
      >
        <span className="flex items-center gap-1">
          {t('moreFilters')}
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
        {open === 'more' && <AmountDaysSheet filter={filter} onChoose={choose} onClose={close} />}
      </Suspense>
    </fieldset>
  )
}
