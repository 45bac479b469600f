import { createHash } from 'node:crypto'
import { total } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { approvedAct, type Staff } from '../module.ts'
import { type Proposed, propose } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { lockedWithdrawal } from './locked-withdrawal.ts'
import { type OrderPayment, paymentOrderFile } from './payment-order.ts'
import { approvedWithdrawals, insertPayoutFile, payoutFile } from './payouts.repository.ts'
import type { WithdrawalRow } from './repository.ts'
import { seal, unseal } from './sealed-account.ts'
import { handOver } from './send-withdrawal.ts'

/** Payments in one file. */
export const PAYOUTS_MAX = 500

/** What of a beneficiary's account data an order to a bank needs. */
const bankAccountData = z.object({
  bank_name: z.string(),
  beneficiary_name: z.string(),
  account_number: z.string(),
})

/**
 * Proposes that approved withdrawals to bank accounts go to the bank in one file: those with these numbers, or all.
 * Throws `state_conflict` where one of them is not approved or not to a bank account, `record_not_found` where there
 * are none.
 */
export async function proposePayoutFile(
  services: Services,
  staff: Staff,
  numbers?: readonly string[],
): Promise<Proposed & { numbers: string[] }> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const found = await approvedWithdrawals(tx, { kind: 'bank_account', numbers, limit: PAYOUTS_MAX })
    if (numbers && found.length !== new Set(numbers).size)
      throw new Refusal('state_conflict', { field: 'numbers' })
    if (found.length === 0) throw new Refusal('record_not_found', { field: 'numbers' })
    const proposal = await propose(services, tx, {
      act: payoutSendAct,
      subject_kind: 'payout_file',
      subject_id: newId(),
      makes_subject: true,
      payload: { withdrawal_ids: found.map(({ withdrawal_id }) => withdrawal_id) },
      reason: `${found.length} approved withdrawals in one payment order`,
      maker: staff,
    })
    return { ...proposal, numbers: found.map(({ number }) => number) }
  })
}

/**
 * The second person's half of `proposePayoutFile`: the file is written and its withdrawals are sent, in one transaction.
 * One that its customer took back meanwhile is left out. Throws `state_conflict` where none is left.
 */
export const payoutSendAct = approvedAct({
  action: 'payout.send',
  checker_roles: ['finance_checker'],
  payload: z.strictObject({
    withdrawal_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(PAYOUTS_MAX)),
  }),
  facts: async (services, tx, { withdrawal_ids }) => {
    const withdrawals: WithdrawalRow[] = []
    for (const withdrawal_id of withdrawal_ids.toSorted()) {
      withdrawals.push(await lockedWithdrawal(tx, { withdrawal_id }))
    }
    const going = withdrawals.filter(({ status }) => status === 'approved')
    const sum = moneyText(services, total(going.map(({ amount_micros }) => amount_micros)))
    const told = (state: (one: WithdrawalRow) => string) =>
      Object.fromEntries(
        withdrawals.map((one) => [one.number, `${moneyText(services, one.amount_micros)} ${state(one)}`]),
      )
    return {
      says: `Hand ${going.length} withdrawals, ${sum} in all, to the bank in one payment order`,
      before: told(({ status }) => status),
      after: told(({ status }) => (status === 'approved' ? 'sent' : status)),
    }
  },
  apply: async (services, tx, { withdrawal_ids }, { proposal_id, checker }) => {
    const payout_file_id = newId()
    const created_at = services.clock.now()
    const locked = []
    for (const withdrawal_id of withdrawal_ids.toSorted()) {
      const withdrawal = await lockedWithdrawal(tx, { withdrawal_id })
      if (withdrawal.status === 'approved') locked.push(withdrawal)
    }
    if (locked.length === 0) throw new Refusal('state_conflict', { field: 'status' })
    const { deposit_account, currency, secret } = services.settings
    const message_id = `PAY${payout_file_id.replaceAll('-', '').toUpperCase()}`
    const sent = []
    for (const withdrawal of locked) {
      sent.push(await handOver(services, tx, withdrawal, payout_file_id))
      await audit.append(tx, {
        actor: { kind: 'staff', staff: checker },
        action: 'withdrawal.sent',
        subject: { kind: 'withdrawal', id: withdrawal.withdrawal_id },
        customer_id: withdrawal.customer_id,
        reason: `In the payment order ${message_id}`,
      })
    }
    const payments = sent.map(paymentOf)
    const file = paymentOrderFile({
      message_id,
      created_at,
      currency,
      debtor: {
        name: deposit_account.holder,
        account_number: deposit_account.number,
        bank_name: deposit_account.bank_name,
      },
      payments,
    })
    await insertPayoutFile(tx, {
      payout_file_id,
      message_id,
      sealed: seal(secret, payout_file_id, file),
      file_hash: createHash('sha256').update(file).digest(),
      payment_count: payments.length,
      total_micros: payments.reduce((sum, { amount_micros }) => sum + amount_micros, 0n),
      proposal_id,
      created_at,
    })
    return { payout_file_id, message_id, payments: payments.length }
  },
})

function paymentOf(sent: Awaited<ReturnType<typeof handOver>>): OrderPayment {
  const { bank_name, beneficiary_name, account_number } = bankAccountData.parse(sent.account)
  return {
    name: beneficiary_name,
    bank_name,
    account_number,
    end_to_end_id: sent.number,
    amount_micros: sent.payout_micros,
  }
}

/**
 * The file as the bank gets it; each reading is in the audit log, for it holds account numbers. Throws
 * `record_not_found`.
 */
export async function readPayoutFile(
  services: Services,
  staff: Staff,
  payout_file_id: string,
): Promise<{ message_id: string; file: string; sha256: string }> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const row = await payoutFile(tx, payout_file_id)
    if (!row) throw new Refusal('record_not_found', { field: 'file' })
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'payout_file.read',
      subject: { kind: 'payout_file', id: payout_file_id },
    })
    const file = unseal(services.settings.secret, payout_file_id, row.sealed)
    return { message_id: row.message_id, file, sha256: row.file_hash.toString('hex') }
  })
}
