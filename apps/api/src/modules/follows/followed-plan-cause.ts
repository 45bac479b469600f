import { plansNamed } from '../plans/index.ts'
import type { CauseReader } from '../wallet/index.ts'

/** Numbers a shared profit's plan for the follower, whose plan it is, and not for the leader. */
export const FOLLOWED_PLAN_CAUSE: CauseReader = {
  kind: 'followed_plan',
  numbersOf: async (tx, plan_ids) => {
    const plans = await plansNamed(tx, plan_ids)
    return new Map([...plans].map(([plan_id, { number }]) => [plan_id, number]))
  },
}
