import { logoutAll } from '@adtally/contract/identity/identity.ts'
import { customerRoute } from '../../route.ts'
import { endAllSessions } from './sessions.ts'

export const logoutAllRoute = customerRoute(logoutAll, async (_input, { customer_id }, { services }) => {
  await endAllSessions(services, customer_id)
  return {}
})
