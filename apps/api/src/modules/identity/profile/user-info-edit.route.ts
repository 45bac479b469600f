import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { customerRoute } from '../../route.ts'
import { presentUser } from '../presenter.ts'
import { editUser } from './edit-user.ts'

export const userInfoEditRoute = customerRoute(userInfoEdit, async (input, caller, { services }) =>
  presentUser(await editUser(services, caller, input), caller.session_began_at),
)
