import { sessionList } from '@adtally/contract/identity/identity.ts'
import { customerRoute } from '../../route.ts'
import { presentSessions } from '../presenter.ts'
import { sessionsOf } from './sessions.ts'

export const sessionListRoute = customerRoute(
  sessionList,
  async (input, { customer_id, session_id }, { services }) => {
    const { items, next_cursor } = await sessionsOf(services, customer_id, input)
    return { items: presentSessions(items, session_id), next_cursor }
  },
)
