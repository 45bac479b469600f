import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { customerRoute } from '../../route.ts'
import { presentUser } from '../presenter.ts'
import { readOwnCustomer } from './user-info.ts'

export const userInfoRoute = customerRoute(userInfoCall, async (_input, caller, { services }) =>
  presentUser(await readOwnCustomer(services, caller.customer_id), caller.session_began_at),
)
