import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { paymentsStopped } from '../funds/money-owed.ts'
import { depositReference } from '../repository.ts'

/** The account for a customer's bank transfers, and the reference that identifies them. */
export interface DepositAccount {
  account_holder: string
  account_number: string
  bank_name: string
  reference: string
  currency: string
}

/** The legal entity's deposit account and the customer's reference (PRODUCT §2.12). Throws `payments_stopped`. */
export async function depositAccountFor(services: Services, customer_id: string): Promise<DepositAccount> {
  const { deposit_account, currency } = services.settings
  const reference = await services.database.transaction({ kind: 'system' }, async (tx) => {
    if (await paymentsStopped(tx)) throw new Refusal('payments_stopped')
    return await depositReference(tx, customer_id)
  })
  const { holder, number, bank_name } = deposit_account
  return { account_holder: holder, account_number: number, bank_name, reference, currency }
}
