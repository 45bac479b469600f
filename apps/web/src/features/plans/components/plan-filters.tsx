import { PLAN_STATUSES } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { STATUS_ICONS } from '../../../components/plan-status-chip.tsx'
import type { PlanFilter } from '../api/plans.ts'
import { SORTS } from './list-filter.ts'
import { SortChoice } from './products/sort-choice.tsx'

interface PlanFiltersProps {
  filter: PlanFilter
  onChange: (name: 'status' | 'sort', value: string | undefined) => void
}

/** The order and the statuses, which scroll sideways if they don't fit. */
export function PlanFilters({ filter, onChange }: PlanFiltersProps) {
  const t = useMessages('plan')
  return (
    <>
      <fieldset aria-label={t('statusFilter')} className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4">
        <FilterChip selected={filter.status === undefined} onClick={() => onChange('status', undefined)}>
          {t('allStatuses')}
        </FilterChip>
        {PLAN_STATUSES.map((status) => (
          <FilterChip
            key={status}
            selected={filter.status === status}
            onClick={() => onChange('status', status)}
          >
            <span className="flex items-center gap-1 whitespace-nowrap">
              <Icon name={STATUS_ICONS[status]} size={14} color="currentColor" />
              {t(`status.${status}`)}
            </span>
          </FilterChip>
        ))}
      </fieldset>
      <SortChoice
        sorts={SORTS.map((each) => ({ value: each, label: t(`sorts.${each}`) }))}
        value={filter.sort ?? SORTS[0]}
        onChange={(sort) => onChange('sort', sort)}
      />
    </>
  )
}
