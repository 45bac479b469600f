import {
  decideExchange,
  EXCHANGE_WINNERS,
  exchangeDeciding,
  exchangeMakingGood,
  makeGoodExchange,
} from '@adtally/contract/operator/finance/acceptors-exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { nameOfCustomer } from '../../identity/index.ts'
import { postTransfers } from '../../ledger/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText, type ProposalFacts } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { acceptorById, lockAcceptor, readBond } from '../acceptors.repository.ts'
import { moveOn } from './move-on.ts'
import { lockWithMoney, madeGoodTransfers, releaseTransfers, returnTransfers } from './order-money.ts'
import { type Order, orderById } from './orders.repository.ts'

/** The second person's half of `decide-exchange`. Throws `state_conflict` where the order has moved on meanwhile. */
const exchangeDecideAct = approvedAct(exchangeDeciding, {
  payload: z.strictObject({ order_id: z.uuid(), winner: z.enum(EXCHANGE_WINNERS), reason: z.string() }),
  facts: async (services, tx, { order_id, winner }) =>
    await orderFacts(
      services,
      tx,
      order_id,
      winner === 'customer' ? ['returns to', 'returned'] : ['is paid by', 'completed'],
    ),
  apply: async (services, tx, { order_id, winner, reason }, { proposal_id }) => {
    const for_customer = winner === 'customer'
    const taken = await lockWithMoney(tx, order_id, for_customer ? returnTransfers : releaseTransfers)
    if (taken?.order.status !== 'disputed') throw new Refusal('state_conflict', { field: 'order_id' })
    await postTransfers(tx, taken.transfers)
    const trigger = for_customer ? 'decided_for_customer' : 'decided_for_acceptor'
    const { status } = await moveOn(services, tx, taken.order, trigger, {
      detail: reason,
      decision_id: proposal_id,
    })
    return { order_id, status }
  },
})

/** `decide-exchange`: proposes who is right about a disputed order; a second person decides it (PRODUCT §11). */
export const decideExchangeVerb = proposalVerb(decideExchange, {
  act: exchangeDecideAct,
  ask: async (_services, tx, { order_id, winner, reason }) => {
    const { customer_id } = await orderIn(tx, order_id, 'disputed')
    return {
      subject: { kind: 'exchange_order', id: order_id },
      customer_id,
      payload: { order_id, winner, reason },
      reason,
    }
  },
})

/**
 * The second person's half of `make-good-exchange`: pays the whole amount from the bond, and the limit falls with it.
 * Throws `state_conflict`, and `insufficient_balance` where the bond holds less.
 */
const exchangeMakeGoodAct = approvedAct(exchangeMakingGood, {
  payload: z.strictObject({ order_id: z.uuid(), reason: z.string() }),
  facts: async (services, tx, { order_id }) =>
    await orderFacts(services, tx, order_id, ['is paid back from the acceptor’s bond to', 'made_good']),
  apply: async (services, tx, { order_id, reason }, { proposal_id }) => {
    const taken = await lockWithMoney(tx, order_id, madeGoodTransfers, (order) =>
      lockAcceptor(tx, order.acceptor_id),
    )
    if (taken?.order.status !== 'completed') throw new Refusal('state_conflict', { field: 'order_id' })
    await postTransfers(tx, taken.transfers)
    const bond_micros = await readBond(tx, taken.order.acceptor_id)
    await moveOn(services, tx, taken.order, 'wrong_completion', { detail: reason, decision_id: proposal_id })
    return { order_id, status: 'made_good', bond: formatAmount(bond_micros) }
  },
})

/** `make-good-exchange`: proposes that a completion was wrong; its customer is then paid from the acceptor's bond. */
export const makeGoodExchangeVerb = proposalVerb(makeGoodExchange, {
  act: exchangeMakeGoodAct,
  ask: async (_services, tx, { order_id, reason }) => {
    const { customer_id } = await orderIn(tx, order_id, 'completed')
    return {
      subject: { kind: 'exchange_order', id: order_id },
      customer_id,
      payload: { order_id, reason },
      reason,
    }
  },
})

async function orderIn(tx: Transaction, order_id: string, status: Order['status']): Promise<Order> {
  const order = await orderById(tx, order_id)
  if (!order) throw new Refusal('record_not_found', { field: 'order_id' })
  if (order.status !== status) throw new Refusal('state_conflict', { field: 'order_id' })
  return order
}

async function orderFacts(
  services: Services,
  tx: Transaction,
  order_id: string,
  [goes, status]: readonly [goes: string, status: string],
): Promise<ProposalFacts> {
  const order = await orderById(tx, order_id)
  if (!order) throw new Refusal('record_not_found', { field: 'order_id' })
  const acceptor = await acceptorById(tx, order.acceptor_id)
  const whose = order.customer_id === null ? 'nobody' : await nameOfCustomer(tx, order.customer_id)
  const amount = moneyText(services, order.amount_micros)
  return {
    sum_micros: order.amount_micros,
    says: `The ${amount} of exchange order ${order.number} with acceptor ${acceptor?.name} ${goes} ${whose}`,
    before: { status: order.status, amount },
    after: { status, amount },
  }
}
