import { creditList, userLevel } from '@adtally/contract/standing.ts'
import { customerRoute } from '../route.ts'
import { listCreditChanges, readLevel } from './read-standing.ts'

/** `GET /user/level`. */
export const userLevelRoute = customerRoute(userLevel, (_input, { customer_id }, { services }) =>
  readLevel(services, customer_id),
)

/** `GET /user/credit/list`. */
export const creditListRoute = customerRoute(creditList, (input, { customer_id }, { services }) =>
  listCreditChanges(services, customer_id, input),
)
