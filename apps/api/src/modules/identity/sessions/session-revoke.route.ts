import { sessionRevoke } from '@adtally/contract/identity/identity.ts'
import { customerRoute } from '../../route.ts'
import { endSession } from './sessions.ts'

export const sessionRevokeRoute = customerRoute(
  sessionRevoke,
  async (input, { customer_id }, { services }) => {
    await endSession(services, customer_id, input.session_id)
    return {}
  },
)
