import { setPassword } from '@adtally/contract/money/wallet.ts'
import { customerRoute } from '../../route.ts'
import { setTransactionPassword } from './set-password.ts'

export const setPasswordRoute = customerRoute(setPassword, async (input, caller, { services }) => {
  const { effective_wait_until } = await setTransactionPassword(services, caller, input)
  return { effective_wait_until: effective_wait_until?.toISOString() ?? null }
})
