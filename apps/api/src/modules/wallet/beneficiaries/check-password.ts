import type { InputOf } from '@adtally/contract/call.ts'
import type { checkPassword } from '@adtally/contract/money/wallet.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { checkSecondFactor, checkTransactionPassword, giveGrant } from '../../identity/index.ts'
import type { Services } from '../../services.ts'
import { currentBeneficiary } from './beneficiaries.repository.ts'

/**
 * Checks the transaction password; with amount and beneficiary, and a second factor if one is set up, issues a grant
 * for them (PRODUCT §7). Throws what the call's contract lists, `field_required` if only one of the two is given, and
 * `beneficiary_not_set` if it is not the customer's current beneficiary.
 */
export async function checkAndGrant(
  services: Services,
  customer_id: string,
  { password, amount, beneficiary_id, second_factor, passkey }: InputOf<typeof checkPassword>,
): Promise<{ grant: string; expires_at: Date } | null> {
  if ((amount === undefined) !== (beneficiary_id === undefined)) {
    throw new Refusal('field_required', { field: amount === undefined ? 'amount' : 'beneficiary_id' })
  }
  await checkTransactionPassword(services, customer_id, password)
  if (amount === undefined || beneficiary_id === undefined) return null
  const bound = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    currentBeneficiary(tx, customer_id),
  )
  if (bound?.beneficiary_id !== beneficiary_id) {
    throw new Refusal('beneficiary_not_set', { field: 'beneficiary_id' })
  }
  // Only after the password, so that nobody without it learns about the second factor.
  const use = { kind: 'withdrawal', amount_micros: amount, beneficiary_id } as const
  await checkSecondFactor(services, customer_id, { second_factor, passkey }, use)
  return await services.database.transaction({ kind: 'system' }, (tx) =>
    giveGrant(tx, { customer_id, amount_micros: amount, beneficiary_id }),
  )
}
