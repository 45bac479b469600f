import { setPassword } from '@adtally/contract/wallet.ts'
import { customerRoute } from '../route.ts'
import { setTransactionPassword } from './set-password.ts'

/** `POST /set/password`. */
export const setPasswordRoute = customerRoute(setPassword, async (input, { customer_id }, { services }) => {
  const { effective_wait_until } = await setTransactionPassword(services, customer_id, input)
  return { effective_wait_until: effective_wait_until?.toISOString() ?? null }
})
