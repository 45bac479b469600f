import { login } from '@adtally/contract/identity/identity.ts'
import { publicRoute } from '../../route.ts'
import { presentUser } from '../presenter.ts'
import { readOwnCustomer } from '../profile/user-info.ts'
import { signIn } from './sign-in.ts'

export const loginRoute = publicRoute(login, async (input, context) => {
  const { customer_id, token, device_token } = await signIn(context.services, input, context)
  const user = await readOwnCustomer(context.services, customer_id)
  return { token, device_token, user: presentUser(user, context.services.clock.now()) }
})
