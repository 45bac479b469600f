import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { paymentsStopped } from '../funds/money-owed.ts'
import { depositReference } from '../repository.ts'
import { newDepositReference } from '../rules.ts'

/** Where a customer's bank transfer goes, and the reference by which it is known to be theirs. */
export interface DepositAccount {
  account_holder: string
  account_number: string
  bank_name: string
  reference: string
  currency: string
}

/** The deposit account in the legal entity's name with the customer's own reference (PRODUCT §2.12). Throws `payments_stopped`. */
export async function depositAccountFor(services: Services, customer_id: string): Promise<DepositAccount> {
  const { deposit_account, currency } = services.settings
  const reference = await services.database.transaction({ kind: 'system' }, async (tx) => {
    if (await paymentsStopped(tx)) throw new Refusal('payments_stopped')
    return await depositReference(tx, customer_id, newDepositReference())
  })
  const { holder, number, bank_name } = deposit_account
  return { account_holder: holder, account_number: number, bank_name, reference, currency }
}
