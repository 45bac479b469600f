import type { Module } from '../module.ts'
import {
  acceptorDetailRoute,
  acceptorOrderCompleteRoute,
  acceptorOrderConfirmRoute,
  acceptorOrderDisputeRoute,
  acceptorOrderListRoute,
} from './acceptor.route.ts'
import { payAcceptorVerb, setAcceptorAccountVerb, takeOutBondVerb } from './acceptor-payouts.ts'
import { disputeExchangeVerb, giveUpExchangeVerb, markExchangePaidVerb } from './acceptor-word.ts'
import { ordersAhead } from './ahead.ts'
import { archive } from './archive.ts'
import { matchBondVerb, setAcceptorLimitVerb } from './bond.ts'
import { createAcceptorVerb } from './create-acceptor.ts'
import { issueAcceptanceCodeVerb, withdrawAcceptanceCodeVerb } from './offer.ts'
import {
  closeAcceptorVerb,
  listAcceptorsVerb,
  listExchangeOrdersVerb,
  openAcceptorVerb,
} from './open-acceptor.ts'
import { decideExchangeVerb, makeGoodExchangeVerb } from './orders/decide-order.ts'
import { orderDueJob } from './orders/order-due.job.ts'
import { showExchangeOrderVerb } from './orders/show-exchange-order.verb.ts'
import { setReferenceRateVerb } from './reference-rate.ts'
import { findOrders } from './search.repository.ts'
import type {} from './tables.ts'

export { type AcceptorsEngine, createAcceptors } from './engine.ts'
export { EXCHANGE_CAUSES } from './orders/exchange-causes.ts'
export { exchangeFigures } from './told-figures.ts'

/** Acceptors, their bonds and limits, reference rates, acceptance codes and exchange orders with their money. */
export const acceptorsModule: Module = {
  name: 'acceptors',
  archive,
  ahead: ordersAhead,
  routes: [
    acceptorDetailRoute,
    acceptorOrderListRoute,
    acceptorOrderConfirmRoute,
    acceptorOrderCompleteRoute,
    acceptorOrderDisputeRoute,
  ],
  searches: [
    {
      kind: 'exchange_order',
      roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
      find: findOrders,
    },
  ],
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
    showExchangeOrderVerb,
    markExchangePaidVerb,
    giveUpExchangeVerb,
    disputeExchangeVerb,
    decideExchangeVerb,
    makeGoodExchangeVerb,
    setAcceptorAccountVerb,
    payAcceptorVerb,
    takeOutBondVerb,
  ],
  jobs: [orderDueJob],
}
