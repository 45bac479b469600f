import { logout } from '@adtally/contract/identity/identity.ts'
import { customerRoute } from '../../route.ts'
import { endSession } from './sessions.ts'

export const logoutRoute = customerRoute(
  logout,
  async (_input, { customer_id, session_id }, { services }) => {
    await endSession(services, customer_id, session_id)
    return {}
  },
)
