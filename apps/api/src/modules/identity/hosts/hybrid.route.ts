import { hybridLogin, hybridRegister, openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import { publicRoute, type RequestContext } from '../../route.ts'
import { presentUser } from '../presenter.ts'
import { readOwnCustomer } from '../profile/user-info.ts'
import type { OpenedSession } from '../registration/open-account.ts'
import { openStoreByTicket, registerByTicket, signInByTicket } from './hybrid-sign-in.ts'

async function present({ services }: RequestContext, { customer_id, token }: OpenedSession) {
  const user = await readOwnCustomer(services, customer_id)
  return { token, user: presentUser(user, services.clock.now()) }
}

export const hybridLoginRoute = publicRoute(hybridLogin, async (input, context) =>
  present(context, await signInByTicket(context.services, input, context)),
)

export const hybridRegisterRoute = publicRoute(hybridRegister, async (input, context) =>
  present(context, await registerByTicket(context.services, input, context)),
)

export const openStoreRoute = publicRoute(openStore, async (input, context) =>
  present(context, await openStoreByTicket(context.services, input, context)),
)
