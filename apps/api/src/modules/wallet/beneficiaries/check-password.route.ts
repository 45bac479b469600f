import { checkPassword } from '@adtally/contract/money/wallet.ts'
import { customerRoute } from '../../route.ts'
import { checkAndGrant } from './check-password.ts'

/** `POST /check/password`. */
export const checkPasswordRoute = customerRoute(
  checkPassword,
  async (input, { customer_id }, { services }) => {
    const given = await checkAndGrant(services, customer_id, input)
    return { grant: given?.grant ?? null, expires_at: given?.expires_at.toISOString() ?? null }
  },
)
