import { planPut } from '@adtally/contract/plans.ts'
import { customerRoute } from '../route.ts'
import { placePlan } from './place-plan.ts'
import { presentPlacing } from './presenter.ts'

/** `POST /plan/order/put`. */
export const planPutRoute = customerRoute(planPut, async (input, { customer_id }, { services }) => {
  const { request_id, product_id, amount, duration_days } = input
  const parts = { cash_micros: amount, discount_micros: 0n, startup_micros: 0n }
  return presentPlacing(
    await placePlan(services, customer_id, { request_id, product_id, parts, duration_days }),
  )
})
