import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CursorList } from '../../../components/cursor-list.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { PlanRow } from '../../../components/plan-row.tsx'
import { plansQuery } from '../api/plans.ts'
import { planFilterIn, useAddress } from './list-filter.ts'
import { PlanFilters } from './plan-filters.tsx'

/** The customer's plans with their results so far; by status, search and order. */
export function MyPlansTab() {
  const t = useMessages('plan')
  const [, setSearch] = useSearchParams()
  const [address, change] = useAddress()
  const filter = planFilterIn(address)
  const query = useInfiniteQuery(plansQuery(filter))
  const is_narrowed = filter.status !== undefined || filter.search !== undefined
  return (
    <div className="flex flex-col gap-2 pt-4">
      <SearchField
        label={t('searchPlans')}
        value={filter.search ?? ''}
        onSearch={(words) => change('search', words)}
      />
      <PlanFilters filter={filter} onChange={change} />
      <Card className="py-1">
        <CursorList
          query={query}
          label={t('mine')}
          keyOf={(plan) => plan.plan_id}
          empty={
            is_narrowed ? (
              <EmptyState
                title={t('noMatch')}
                action={
                  <Button variant="quiet" onClick={() => setSearch({ tab: 'mine' }, { replace: true })}>
                    {t('showAll')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title={t('noPlans')}
                action={<Button onClick={() => setSearch({}, { replace: true })}>{t('seeProducts')}</Button>}
              >
                {t('noPlansText')}
              </EmptyState>
            )
          }
        >
          {(plan) => <PlanRow plan={plan} />}
        </CursorList>
      </Card>
    </div>
  )
}
