import { passkeyAdd, passkeyBegin, passkeyRemove } from '@adtally/contract/identity/security.ts'
import { customerRoute } from '../../route.ts'
import { addPasskey, beginPasskey, removePasskey } from './passkeys.ts'

export const passkeyRoutes = [
  customerRoute(passkeyBegin, (input, caller, { services }) => beginPasskey(services, caller, input)),
  customerRoute(passkeyAdd, (input, caller, { services }) => addPasskey(services, caller, input)),
  customerRoute(passkeyRemove, async (input, caller, { services }) => {
    await removePasskey(services, caller, input)
    return {}
  }),
]
