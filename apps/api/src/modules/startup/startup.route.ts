import { startupDetail, startupReceive, startupReturn } from '@adtally/contract/money/startup.ts'
import { customerRoute } from '../route.ts'
import { readStartup } from './read-startup.ts'
import { receiveStartup } from './receive-startup.ts'
import { returnStartup } from './return-startup.ts'

/** `GET /startup/detail`. */
export const startupDetailRoute = customerRoute(startupDetail, (_input, { customer_id }, { services }) =>
  readStartup(services, customer_id),
)

/** `POST /startup/receive`. */
export const startupReceiveRoute = customerRoute(
  startupReceive,
  async ({ request_id }, { customer_id }, { services }) => {
    await receiveStartup(services, customer_id, request_id)
    return await readStartup(services, customer_id)
  },
)

/** `POST /startup/return`. */
export const startupReturnRoute = customerRoute(
  startupReturn,
  async (input, { customer_id }, { services }) => {
    await returnStartup(services, customer_id, input)
    return await readStartup(services, customer_id)
  },
)
