import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { planEntries, planList } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { planEntriesPage } from './plan-entries.ts'
import { planPage } from './plan-list.ts'

/** `GET /plan/order/list`. */
export const planListRoute = customerRoute(planList, (input, { customer_id }, { services }) =>
  planPage(services, customer_id, { ...input, limit: input.limit ?? LIMIT_DEFAULT }),
)

/** `GET /plan/order/entries`. */
export const planEntriesRoute = customerRoute(planEntries, (input, { customer_id }, { services }) =>
  planEntriesPage(services, customer_id, input.plan_id, { ...input, limit: input.limit ?? LIMIT_DEFAULT }),
)
