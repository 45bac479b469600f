import { startupDetail } from '@adtally/contract/money/startup.ts'
import { transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { planDetail, planList } from '@adtally/contract/plans/plans.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

/** What the server knows of a customer's first steps. */
export interface FirstStepFacts {
  /** `none`: neither offered nor taken. */
  startup: 'none' | 'offered' | 'taken'
  /** A billed plan if there is one; null before the first plan. */
  plan: { plan_id: string; publisher_domain: string | null } | null
  /** Whether the fund flow has a billing line. */
  billed: boolean
}

async function planOf(signal: AbortSignal): Promise<FirstStepFacts['plan']> {
  const { items } = await request(planList, {}, { signal })
  const plan = items.find(({ consumed }) => /[1-9]/.test(consumed)) ?? items[0]
  if (!plan) return null
  const { plan_id } = plan
  const { placements } = await request(planDetail, { plan_id }, { signal })
  return { plan_id, publisher_domain: placements[0]?.publisher_domain ?? null }
}

/** Read once per visit to the page, since the steps are done on other pages. */
export function firstStepsQuery() {
  return queryOptions({
    queryKey: ['first steps'] as const,
    queryFn: async ({ signal }): Promise<FirstStepFacts> => {
      const [startup, plan, billings] = await Promise.all([
        request(startupDetail, {}, { signal }),
        planOf(signal),
        request(transactionFlowList, { type: 'ad_billing', limit: '1' }, { signal }),
      ])
      const is_offered = /[1-9]/.test(startup.offered.amount)
      return {
        startup: startup.grant ? 'taken' : is_offered ? 'offered' : 'none',
        plan,
        billed: billings.items.length > 0,
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
