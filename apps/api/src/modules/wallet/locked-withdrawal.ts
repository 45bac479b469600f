import type { Transaction } from '../../database/database.ts'
import { nameOfCustomer } from '../identity/index.ts'
import { moneyText, type ProposalFacts } from '../proposal-facts.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { beneficiaryById } from './beneficiaries.repository.ts'
import { lockWallet, lockWithdrawal, type WithdrawalRow, withdrawalOwner } from './repository.ts'

/**
 * A withdrawal by id or number, locked after its customer's wallet, as everything that moves it does. Throws
 * `withdrawal_not_found`.
 */
export async function lockedWithdrawal(
  tx: Transaction,
  by: { number: string } | { withdrawal_id: string },
): Promise<WithdrawalRow> {
  const owner = await withdrawalOwner(tx, by)
  if (owner !== undefined) await lockWallet(tx, owner)
  const withdrawal = await lockWithdrawal(tx, by)
  if (!withdrawal) throw new Refusal('withdrawal_not_found')
  return withdrawal
}

/** What a decision on a withdrawal is, for whoever decides: whose, how much, to which account. Throws `withdrawal_not_found`. */
export async function withdrawalFacts(
  services: Services,
  tx: Transaction,
  withdrawal_id: string,
  [verb, status]: readonly [verb: string, status: string],
): Promise<ProposalFacts> {
  const withdrawal = await lockedWithdrawal(tx, { withdrawal_id })
  const { account_number_masked } = await beneficiaryById(tx, withdrawal.beneficiary_id)
  const amount = moneyText(services, withdrawal.amount_micros)
  const whose = await nameOfCustomer(tx, withdrawal.customer_id)
  return {
    says: `${verb} withdrawal ${withdrawal.number} of ${amount} of ${whose} to ${account_number_masked}`,
    before: { status: withdrawal.status, amount, account: account_number_masked },
    after: { status, amount, account: account_number_masked },
  }
}
