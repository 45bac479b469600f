import {
  emailChange,
  emailConfirm,
  emailLink,
  passwordChange,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { customerRoute, publicRoute } from '../../route.ts'
import { changeEmail, confirmEmail, forgetPassword, readEmailLink } from '../profile/change-email.ts'
import { changeLoginPassword, resetLoginPassword } from './login-password.ts'

export const loginPasswordRoutes = [
  customerRoute(emailChange, (input, { customer_id }, { services }) =>
    changeEmail(services, customer_id, input),
  ),
  publicRoute(emailLink, (input, { services }) => readEmailLink(services, input)),
  customerRoute(emailConfirm, async (input, { customer_id }, { services }) => {
    await confirmEmail(services, customer_id, input)
    return {}
  }),
  customerRoute(passwordChange, async (input, caller, { services }) => {
    const { effective_wait_until } = await changeLoginPassword(services, caller, input)
    return { effective_wait_until: effective_wait_until.toISOString() }
  }),
  publicRoute(passwordForgotten, (input, context) => forgetPassword(context.services, input, context)),
  publicRoute(passwordReset, async (input, context) => {
    await resetLoginPassword(context.services, input, context)
    return {}
  }),
]
