import { planPut } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { presentPlacing } from '../presenter.ts'
import { askedMeans } from './asked-means.ts'
import { placePlan } from './place-plan.ts'

/** `POST /plan/order/put`. */
export const planPutRoute = customerRoute(
  planPut,
  async (input, { customer_id }, { services, time_zone }) => {
    const { request_id, product_id, duration_days } = input
    const request = { request_id, product_id, duration_days, time_zone, ...askedMeans(services, input) }
    return presentPlacing(await placePlan(services, customer_id, request))
  },
)
