import { register } from '@adtally/contract/identity/registration.ts'
import { publicRoute } from '../../route.ts'
import { presentUser } from '../presenter.ts'
import { readOwnCustomer } from '../profile/user-info.ts'
import { registerCustomer } from './register.ts'

export const registerRoute = publicRoute(register, async (input, context) => {
  const { customer_id, token, device_token } = await registerCustomer(context.services, input, context)
  const user = await readOwnCustomer(context.services, customer_id)
  return { token, device_token, user: presentUser(user, context.services.clock.now()) }
})
