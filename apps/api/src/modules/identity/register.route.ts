import { register } from '@adtally/contract/identity.ts'
import { publicRoute } from '../route.ts'
import { presentUser } from './presenter.ts'
import { registerCustomer } from './register.ts'
import { readOwnCustomer } from './user-info.ts'

/** `POST /auth/v2/register`. */
export const registerRoute = publicRoute(register, async (input, context) => {
  const { customer_id, token } = await registerCustomer(context.services, input, context)
  return { token, user: presentUser(await readOwnCustomer(context.services, customer_id)) }
})
