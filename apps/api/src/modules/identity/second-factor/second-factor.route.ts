import {
  secondFactor,
  secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/identity/security.ts'
import { customerRoute } from '../../route.ts'
import { askAtSignIn } from '../sign-in/second-factor-at-sign-in.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from './second-factor.ts'

export const secondFactorRoutes = [
  customerRoute(secondFactor, async (_input, { customer_id }, { services }) => {
    const state = await readSecondFactor(services, customer_id)
    return {
      since: state.since?.toISOString() ?? null,
      app_since: state.app_since?.toISOString() ?? null,
      at_sign_in_since: state.at_sign_in_since?.toISOString() ?? null,
      recovery_codes_left: state.recovery_codes_left,
      passkeys: state.passkeys.map(({ passkey_id, name, added_at, last_used_at }) => ({
        passkey_id,
        name,
        added_at: added_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
      passkey_origin: services.settings.passkey_origin,
    }
  }),
  customerRoute(secondFactorBegin, (input, caller, { services }) =>
    beginSecondFactor(services, caller, input),
  ),
  customerRoute(secondFactorConfirm, (input, caller, { services }) =>
    confirmSecondFactor(services, caller, input),
  ),
  customerRoute(secondFactorRemove, async (input, caller, { services }) => {
    await removeSecondFactor(services, caller, input)
    return {}
  }),
  customerRoute(secondFactorAtSignIn, async (input, caller, { services }) => {
    await askAtSignIn(services, caller, input)
    return {}
  }),
]
