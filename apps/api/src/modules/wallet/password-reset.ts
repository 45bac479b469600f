import * as z from 'zod/mini'
import type { Subscription } from '../module.ts'
import { parseInput } from '../parse-input.ts'
import * as policies from '../policies/index.ts'
import { delayBeneficiary } from './beneficiaries.repository.ts'

/** A reset transaction password restarts the beneficiary's wait, so that a stolen sign-in gains nothing (PRODUCT §7). */
export const passwordResetSubscription: Subscription = {
  topic: 'customer.transaction_password_reset',
  handle: async (services, tx, payload) => {
    const { customer_id } = parseInput(z.object({ customer_id: z.uuid() }), payload)
    const { beneficiary_wait_ms } = policies.current(services)
    await delayBeneficiary(tx, customer_id, new Date(services.clock.now_ms() + beneficiary_wait_ms))
  },
}
