import type { Module } from '../module.ts'
import { acceptorDetailRoute, acceptorOrderListRoute } from './acceptor.route.ts'
import { acceptorLimitAct, bondBookAct, matchBondVerb, setAcceptorLimitVerb } from './bond.ts'
import { acceptorCreateAct, createAcceptorVerb } from './create-acceptor.ts'
import { createEngine } from './engine.ts'
import { issueAcceptanceCodeVerb, orderDueJob, withdrawAcceptanceCodeVerb } from './offer.ts'
import {
  acceptorOpenAct,
  closeAcceptorVerb,
  listAcceptorsVerb,
  listExchangeOrdersVerb,
  openAcceptorVerb,
} from './open-acceptor.ts'
import { referenceRateAct, setReferenceRateVerb } from './reference-rate.ts'
import type {} from './tables.ts'

/** Acceptors, their bonds and limits, reference rates, acceptance codes and exchange orders. */
export const acceptorsModule: Module = {
  name: 'acceptors',
  routes: [acceptorDetailRoute, acceptorOrderListRoute],
  verbs: [
    createAcceptorVerb,
    matchBondVerb,
    setAcceptorLimitVerb,
    closeAcceptorVerb,
    openAcceptorVerb,
    setReferenceRateVerb,
    issueAcceptanceCodeVerb,
    withdrawAcceptanceCodeVerb,
    listAcceptorsVerb,
    listExchangeOrdersVerb,
  ],
  approved_acts: [acceptorCreateAct, bondBookAct, acceptorLimitAct, acceptorOpenAct, referenceRateAct],
  jobs: [orderDueJob],
  create: async (services) => {
    services.acceptors = createEngine()
  },
}
