import { planList } from '@adtally/contract/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/call-query.ts'

const REFRESH_MS = 5000
const SHOWN_MAX = 5

function plansIn(status: 'putting' | 'matching') {
  return { ...callQuery(planList, { status, limit: String(SHOWN_MAX) }), refetchInterval: REFRESH_MS }
}

/** The newest plans that are delivered or looked at by delivery, at most five; undefined before both are read. */
export function useRunningPlans() {
  const putting = useQuery(plansIn('putting'))
  const matching = useQuery(plansIn('matching'))
  const plans =
    putting.data && matching.data
      ? [...putting.data.items, ...matching.data.items].slice(0, SHOWN_MAX)
      : undefined
  return {
    plans,
    has_failed: plans === undefined && (putting.isError || matching.isError),
    reload: () => Promise.all([putting.refetch(), matching.refetch()]),
  }
}
