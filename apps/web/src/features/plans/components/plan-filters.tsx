import { PLAN_STATUSES } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icon.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { Suspense, useState } from 'react'
import { Sheet } from '../../../components/lazy-dialogs.tsx'
import { STATUS_ICONS } from '../../../components/plan-status-chip.tsx'
import type { PlanFilter } from '../api/plans.ts'
import { SORTS } from './list-filter.ts'

interface PlanFiltersProps {
  filter: PlanFilter
  onChange: (name: 'status' | 'sort', value: string | undefined) => void
}

/** The order and the statuses; statuses scroll sideways where they do not fit. */
export function PlanFilters({ filter, onChange }: PlanFiltersProps) {
  const t = useMessages('plan')
  const [sorting, setSorting] = useState(false)
  const sort = filter.sort ?? SORTS[0]
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
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setSorting(true)}
        className="flex min-h-11 items-center gap-1 self-start rounded-control text-14 text-muted"
      >
        <span className="sr-only">{t('sortBy')}: </span>
        {t(`sorts.${sort}`)}
        <Icon name="chevron-down" size={14} color="currentColor" />
      </button>
      {sorting && (
        <Suspense>
          <Sheet open onClose={() => setSorting(false)} title={t('sortBy')}>
            {SORTS.map((each) => (
              <ListRow
                key={each}
                title={t(`sorts.${each}`)}
                selected={each === sort}
                onClick={() => {
                  onChange('sort', each === SORTS[0] ? undefined : each)
                  setSorting(false)
                }}
              />
            ))}
          </Sheet>
        </Suspense>
      )}
    </>
  )
}
