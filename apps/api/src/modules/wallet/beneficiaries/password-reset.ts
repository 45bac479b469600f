import { parseInput } from '../../../lib/parse-input.ts'
import { customerById, customerFact, TRANSACTION_PASSWORD_RESET_TOPIC } from '../../identity/index.ts'
import type { Subscription } from '../../module.ts'
import * as policies from '../../policies/index.ts'
import { delayBeneficiary } from './beneficiaries.repository.ts'
import { resetWaitUntil } from './usable-from.ts'

/**
 * Resetting the transaction password restarts the beneficiary's wait, to stop thieves of a sign-in (PRODUCT §7). It is
 * counted from the reset, as withdrawals that are asked for before this message count it.
 */
export const passwordResetSubscription: Subscription = {
  topic: TRANSACTION_PASSWORD_RESET_TOPIC,
  handle: async (services, tx, payload) => {
    const { customer_id } = parseInput(customerFact, payload)
    const { beneficiary_wait_ms } = policies.current(services)
    const until = resetWaitUntil(await customerById(tx, customer_id), beneficiary_wait_ms)
    if (until) await delayBeneficiary(tx, customer_id, until)
  },
}
