import { planInvalidAppeal, planInvalidAppealable } from '@adtally/contract/plans/plans.ts'
import { customerRoute } from '../../route.ts'
import { fileAppeal } from './file-appeal.ts'
import { presentAppeal } from './present-appeal.ts'
import { readAppealable } from './read-appealable.ts'

export const planInvalidAppealRoute = customerRoute(
  planInvalidAppeal,
  async (input, { customer_id }, { services }) => ({
    appeal: presentAppeal(await fileAppeal(services, customer_id, input), false),
  }),
)

export const planInvalidAppealableRoute = customerRoute(
  planInvalidAppealable,
  (input, { customer_id }, { services }) => readAppealable(services, customer_id, input),
)
