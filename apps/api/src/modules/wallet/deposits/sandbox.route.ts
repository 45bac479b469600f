import { sandboxTransfer } from '@adtally/contract/sandbox.ts'
import { customerRoute, type Route } from '../../route.ts'
import { simulateTransfer } from './simulate-transfer.ts'

/** `POST /sandbox/transfer`; only exists if the settings name a sandbox bank. */
export const sandboxTransferRoute: Route = {
  ...customerRoute(sandboxTransfer, (input, { customer_id }, { services }) =>
    simulateTransfer(services, customer_id, input),
  ),
  isServed: ({ bank }) => bank !== null,
}
