import { plansNamed } from '../plans/index.ts'
import type { CauseReader } from '../wallet/index.ts'

/** Names the plan of a line of shared profit to the follower whose plan it is; to the leader it stays without a number. */
export const FOLLOWED_PLAN_CAUSE: CauseReader = {
  kind: 'followed_plan',
  numbersOf: async (tx, plan_ids) => {
    const plans = await plansNamed(tx, plan_ids)
    return new Map([...plans].map(([plan_id, { number }]) => [plan_id, number]))
  },
}
