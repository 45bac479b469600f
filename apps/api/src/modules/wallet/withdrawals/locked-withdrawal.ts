import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { nameOfCustomer } from '../../identity/index.ts'
import type { Asked } from '../../operators/index.ts'
import { moneyText, type ProposalFacts } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { beneficiaryById } from '../beneficiaries/beneficiaries.repository.ts'
import { recalledBeyondWallet } from '../deposits/recalls.repository.ts'
import { lockWallet, lockWithdrawal, type WithdrawalRow, withdrawalOwner } from '../repository.ts'

/**
 * A withdrawal by id or number, locked after its customer's wallet, as in everything that moves it. Throws
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

/** What a proposal about a withdrawal says that is known by that alone. */
export function aboutWithdrawal({ withdrawal_id, customer_id }: WithdrawalRow, reason: string): Asked {
  const payload = { withdrawal_id }
  return { subject: { kind: 'withdrawal', id: withdrawal_id }, customer_id, payload, reason }
}

/**
 * The facts for deciding on a withdrawal: owner, amount, account, and what the platform paid for their recalled
 * deposits. The last is no reason to refuse (PRODUCT §2.3), as disputed deposits can be held (§2.4), but people
 * should know. Throws `withdrawal_not_found`.
 */
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
  const beyond_micros = await recalledBeyondWallet(tx, withdrawal.customer_id)
  const beyond = moneyText(services, beyond_micros)
  const recalled = beyond_micros > 0n ? { recalled_beyond_wallet: beyond } : {}
  const known = { amount, account: account_number_masked, ...recalled }
  const decided = `${verb} withdrawal ${withdrawal.number} of ${amount} of ${whose} to ${account_number_masked}`
  return {
    sum_micros: withdrawal.amount_micros,
    says: beyond_micros > 0n ? `${decided}. ${recallSentence(beyond)}` : decided,
    before: { status: withdrawal.status, ...known },
    after: { status, ...known },
  }
}

function recallSentence(beyond: string): string {
  return `The bank has recalled ${beyond} more of their deposits than their wallet had, and the platform paid it`
}
