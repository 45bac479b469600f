import { acceptorDetail, acceptorOrderList } from '@adtally/contract/exchange.ts'
import { customerRoute } from '../route.ts'
import { enterCode } from './enter-code.ts'
import { listOrders } from './list-orders.ts'
import { presentAcceptor, presentOrder } from './presenter.ts'

/** `POST /acceptor/detail`. */
export const acceptorDetailRoute = customerRoute(
  acceptorDetail,
  async ({ code }, { customer_id }, { services }) => {
    const { order, acceptor, reference, completed_orders } = await enterCode(services, customer_id, code)
    return {
      acceptor: presentAcceptor(acceptor, completed_orders),
      order: presentOrder(order, acceptor, reference, []),
    }
  },
)

/** `GET /acceptor/order/list`. */
export const acceptorOrderListRoute = customerRoute(
  acceptorOrderList,
  (input, { customer_id }, { services }) => listOrders(services, customer_id, input),
)
