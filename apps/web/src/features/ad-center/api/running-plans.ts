import { planList } from '@adtally/contract/plans/plans.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

const REFRESH_MS = 5000
const SHOWN_MAX = 5
const STATUSES = ['putting', 'matching'] as const

/** The plans of both statuses as one query, so that they render together. */
function runningPlansQuery() {
  return queryOptions({
    queryKey: [planList.name, 'running'] as const,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        STATUSES.map((status) => request(planList, { status, limit: String(SHOWN_MAX) }, { signal })),
      )
      return lists.flatMap(({ items }) => items).slice(0, SHOWN_MAX)
    },
    refetchInterval: REFRESH_MS,
  })
}

/** Up to five of the newest plans in delivery or before it; undefined until both lists are read. */
export function useRunningPlans() {
  const { data: plans, isError, refetch } = useQuery(runningPlansQuery())
  return { plans, has_failed: plans === undefined && isError, reload: refetch }
}
