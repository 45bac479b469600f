import {
  acceptorDetail,
  acceptorOrderComplete,
  acceptorOrderConfirm,
  acceptorOrderDispute,
  acceptorOrderList,
} from '@adtally/contract/money/exchange.ts'
import { customerRoute } from '../route.ts'
import { completeOrder } from './orders/complete-order.ts'
import { confirmOrder } from './orders/confirm-order.ts'
import { disputeOrder } from './orders/dispute-order.ts'
import { enterCode } from './orders/enter-code.ts'
import { listOrders } from './orders/list-orders.ts'
import { showOrder } from './orders/show-orders.ts'
import { presentAcceptor } from './presenter.ts'

export const acceptorDetailRoute = customerRoute(
  acceptorDetail,
  async ({ code }, { customer_id }, { services }) => {
    const { order_id, acceptor, completed_orders } = await enterCode(services, customer_id, code)
    return {
      acceptor: presentAcceptor(acceptor, completed_orders),
      order: await showOrder(services, customer_id, order_id),
    }
  },
)

export const acceptorOrderListRoute = customerRoute(
  acceptorOrderList,
  (input, { customer_id }, { services }) => listOrders(services, customer_id, input),
)

export const acceptorOrderConfirmRoute = customerRoute(
  acceptorOrderConfirm,
  async (input, { customer_id }, { services }) => {
    await confirmOrder(services, customer_id, input)
    return await showOrder(services, customer_id, input.order_id)
  },
)

export const acceptorOrderCompleteRoute = customerRoute(
  acceptorOrderComplete,
  async (input, { customer_id }, { services }) => {
    await completeOrder(services, customer_id, input)
    return await showOrder(services, customer_id, input.order_id)
  },
)

export const acceptorOrderDisputeRoute = customerRoute(
  acceptorOrderDispute,
  async (input, { customer_id }, { services }) => {
    await disputeOrder(services, customer_id, input)
    return await showOrder(services, customer_id, input.order_id)
  },
)
