import {
  secondFactor,
  secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/security.ts'
import { customerRoute } from '../route.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from './second-factor.ts'
import { askAtSignIn } from './second-factor-at-sign-in.ts'

/** Setting up, looking at and removing a customer's second factor. */
export const secondFactorRoutes = [
  customerRoute(secondFactor, async (_input, { customer_id }, { services }) => {
    const { since, at_sign_in_since, recovery_codes_left } = await readSecondFactor(services, customer_id)
    return {
      since: since?.toISOString() ?? null,
      at_sign_in_since: at_sign_in_since?.toISOString() ?? null,
      recovery_codes_left,
    }
  }),
  customerRoute(secondFactorBegin, (input, { customer_id }, { services }) =>
    beginSecondFactor(services, customer_id, input),
  ),
  customerRoute(secondFactorConfirm, (input, caller, { services }) =>
    confirmSecondFactor(services, caller, input),
  ),
  customerRoute(secondFactorRemove, async (input, caller, { services }) => {
    await removeSecondFactor(services, caller, input)
    return {}
  }),
  customerRoute(secondFactorAtSignIn, async (input, caller, { services }) => {
    await askAtSignIn(services, caller, input)
    return {}
  }),
]
