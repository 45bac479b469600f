import { sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { customerRoute } from '../route.ts'
import { simulateTransfer } from './simulate-transfer.ts'

/** `POST /sandbox/transfer`. */
export const sandboxTransferRoute = customerRoute(sandboxTransfer, (input, { customer_id }, { services }) =>
  simulateTransfer(services, customer_id, input),
)
