import {
  acceptorOpening,
  closeAcceptor,
  listAcceptors,
  openAcceptor,
} from '@adtally/contract/operator/finance/acceptors.ts'
import { listExchangeOrders } from '@adtally/contract/operator/finance/acceptors-exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { isId } from '../../database/identifiers.ts'
import { is } from '../../lib/cursor.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom } from '../proposal-facts.ts'
import type { Services } from '../services.ts'
import { listPage } from '../staff-list.ts'
import { acceptorById, allAcceptors, lockAcceptor, setAcceptorOpen } from './acceptors.repository.ts'
import { withdrawOffer } from './offer.ts'
import { deadlineOf } from './orders/move-on.ts'
import { WAITING_STATUSES } from './orders/order-states.ts'
import {
  lockOffersOf,
  type Order,
  ordersOf,
  outstandingOf,
  WAITING_ORDER_PLACE,
  waitingOrders,
} from './orders/orders.repository.ts'
import { hundredths } from './rules.ts'

const LISTED_DEFAULT = 200

/** `close-acceptor`: one person closes an acceptor at once; unconfirmed offers end, escrowed orders go on. */
export const closeAcceptorVerb = staffVerb(closeAcceptor, (services, staff, { acceptor_id, reason }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    if (!(await lockAcceptor(tx, acceptor_id)))
      throw new Refusal('record_not_found', { field: 'acceptor_id' })
    if (!(await setAcceptorOpen(tx, acceptor_id, false))) {
      throw new Refusal('state_conflict', { field: 'acceptor_id' })
    }
    const offers = await lockOffersOf(tx, acceptor_id)
    for (const order of offers) await withdrawOffer(services, tx, staff, order, reason)
    await audit.byStaff(tx, staff, {
      action: 'acceptor.closed',
      subject: { kind: 'acceptor', id: acceptor_id },
      reason,
    })
    return { acceptor_id, open: false, offers_ended: offers.length }
  }),
)

const acceptorOpenAct = approvedAct(acceptorOpening, {
  payload: z.strictObject({ acceptor_id: z.uuid() }),
  facts: async (_services, tx, { acceptor_id }) => {
    const acceptor = await lockAcceptor(tx, acceptor_id)
    return {
      says: `Let acceptor ${acceptor?.name ?? acceptor_id} make offers again`,
      before: factsFrom({ open: acceptor?.is_open }),
      after: factsFrom({ open: true }),
    }
  },
  apply: async (_services, tx, { acceptor_id }) => {
    if (!(await setAcceptorOpen(tx, acceptor_id, true))) {
      throw new Refusal('state_conflict', { field: 'acceptor_id' })
    }
    return { acceptor_id, open: true }
  },
})

/** `open-acceptor`: proposes that an acceptor who was closed makes offers again. */
export const openAcceptorVerb = proposalVerb(openAcceptor, {
  act: acceptorOpenAct,
  ask: async (_services, tx, { acceptor_id, reason }) => {
    const acceptor = await acceptorById(tx, acceptor_id)
    if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
    if (acceptor.is_open) throw new Refusal('state_conflict', { field: 'acceptor_id' })
    return { subject: { kind: 'acceptor', id: acceptor_id }, payload: { acceptor_id }, reason }
  },
})

/** `list-acceptors`: who they are, what they have deposited, and what of their limit is in use. */
export const listAcceptorsVerb = staffVerb(listAcceptors, (services) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const listed = []
    for (const acceptor of await allAcceptors(tx)) {
      listed.push({
        acceptor_id: acceptor.acceptor_id,
        kind: acceptor.kind,
        name: acceptor.name,
        legal_name: acceptor.legal_name,
        open: acceptor.is_open,
        fee_percent: hundredths(acceptor.fee_basis_points),
        bond: formatAmount(acceptor.bond_micros),
        limit: formatAmount(acceptor.limit_micros),
        outstanding: formatAmount(await outstandingOf(tx, acceptor.acceptor_id)),
      })
    }
    return listed
  }),
)

/** `list-exchange-orders`: open orders by deadline, ended ones newest first. */
export const listExchangeOrdersVerb = staffVerb(
  listExchangeOrders,
  async (services, _staff, { status, all = false, ...flags }) => {
    const limit_default = LISTED_DEFAULT
    const waits = WAITING_STATUSES.some((one) => status === undefined || one === status)
    const { items, next_cursor } =
      all || !waits
        ? await listPage(services, flags, {
            limit_default,
            parts: [is('all'), isId] as const,
            read: async (tx, before, limit) =>
              (await ordersOf(tx, null, { before: before?.[1], limit, status })).map((row) => ({
                row,
                place: ['all', row.order_id] as const,
              })),
          })
        : await listPage(services, flags, {
            limit_default,
            parts: WAITING_ORDER_PLACE,
            read: (tx, after, rows_max) => waitingOrders(tx, status, after, rows_max),
          })
    return { items: await Promise.all(items.map((order) => shownOrder(services, order))), next_cursor }
  },
)

async function shownOrder(services: Services, order: Order) {
  return {
    order_id: order.order_id,
    number: order.number,
    acceptor_id: order.acceptor_id,
    customer_id: order.customer_id,
    status: order.status,
    status_at: order.status_at,
    deadline: await deadlineOf(services, order),
    amount: formatAmount(order.amount_micros),
    receive: `${formatAmount(order.receive_micros)} ${order.receive_currency}`,
    spread_percent: hundredths(order.spread_basis_points),
  }
}
