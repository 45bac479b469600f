import { createHash } from 'node:crypto'
import type { BeneficiaryKind } from '@adtally/contract/enums.ts'
import {
  PAYOUT_FORMATS,
  type PayoutFormat,
  payoutSending,
  proposePayoutFile,
} from '@adtally/contract/operator/finance/withdrawals.ts'
import { type Micros, total } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { beneficiaryById } from '../beneficiaries/beneficiaries.repository.ts'
import { seal, unseal } from '../beneficiaries/sealed-account.ts'
import { recalledBeyondWallet } from '../deposits/recalls.repository.ts'
import { lockOpenHoldsOf } from '../holds/holds.repository.ts'
import type { WithdrawalRow } from '../repository.ts'
import { lockedWithdrawal } from './locked-withdrawal.ts'
import { paymentListFile } from './payment-list.ts'
import { paymentOrderFile } from './payment-order.ts'
import { approvedWithdrawals, insertPayoutFile, standsInOrder } from './payouts.repository.ts'
import { sendByProgram } from './send-payout-file.ts'
import { payoutOf } from './withdrawal-eligibility.ts'

export const PAYOUTS_MAX = 500

const KINDS: Readonly<Record<PayoutFormat, readonly BeneficiaryKind[]>> = {
  pain001: ['bank_account', 'bank_card'],
  csv: ['wallet_address'],
}

/** The part of a beneficiary's data for an order to a bank. */
const bankAccountData = z.object({
  bank_name: z.string(),
  beneficiary_name: z.string(),
  account_number: z.string(),
})
/** The part for a list of wallet addresses. */
const walletData = z.object({ network: z.string(), account_number: z.string() })

/**
 * The second person's half of `propose-payout-file`: the file is written and kept, and its withdrawals go by it alone from
 * then on. Nothing is sent yet. One that its customer took back meanwhile, or that stands in another file, is left out.
 * Throws `state_conflict` where none is left.
 */
const payoutSendAct = approvedAct(payoutSending, {
  payload: z.strictObject({
    payout_file_id: z.uuid(),
    format: z.enum(PAYOUT_FORMATS),
    withdrawal_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(PAYOUTS_MAX)),
  }),
  facts: async (services, tx, { withdrawal_ids }) => {
    const looked = await lockedAll(tx, withdrawal_ids)
    const going = looked.filter(({ goes }) => goes)
    const sum_micros = total(going.map(({ row }) => row.amount_micros))
    const sum = moneyText(services, sum_micros)
    const told = (state: (one: LookedAt) => string) =>
      Object.fromEntries(
        looked.map((one) => [
          one.row.number,
          `${moneyText(services, one.row.amount_micros)} ${state(one)}${recallNote(services, one)}`,
        ]),
      )
    return {
      sum_micros: sum_micros,
      says: `Pay ${going.length} withdrawals, ${sum} in all, by one payment order to the bank`,
      before: told(stateOf),
      after: told((one) => (one.goes ? 'in the payment order' : stateOf(one))),
    }
  },
  apply: async (services, tx, { payout_file_id, format, withdrawal_ids }, { proposal_id }) => {
    const going = (await lockedAll(tx, withdrawal_ids)).filter(({ goes }) => goes)
    if (going.length === 0) throw new Refusal('state_conflict', { field: 'status' })
    const payments: Payment[] = []
    for (const { row } of going) payments.push(await paymentOf(services, tx, row))
    const created_at = services.clock.now()
    const message_id = `PAY${payout_file_id.replaceAll('-', '').toUpperCase()}`
    const file = fileOf(services, { format, message_id, created_at, payments })
    await insertPayoutFile(
      tx,
      {
        payout_file_id,
        message_id,
        format,
        sealed: seal(services.settings.secret, payout_file_id, file),
        file_hash: createHash('sha256').update(file).digest(),
        payment_count: payments.length,
        total_micros: total(payments.map(({ payout_micros }) => payout_micros)),
        proposal_id,
        created_at,
      },
      payments.map(({ withdrawal_id, payout_micros }) => ({ withdrawal_id, payout_micros })),
    )
    if (services.bank && format === 'pain001') await sendByProgram(services, tx, payout_file_id)
    return { payout_file_id, message_id, payments: payments.length }
  },
})

/**
 * `propose-payout-file`: approved withdrawals go to the bank in one file, those with these numbers, or all that stand in
 * none. Throws `state_conflict` where one of them is not approved, of another format or in a file already,
 * `record_not_found` where there are none.
 */
export const proposePayoutFileVerb = proposalVerb(proposePayoutFile, {
  act: payoutSendAct,
  makes: 'payout_file_id',
  ask: async (_services, tx, { numbers, format = 'pain001' }) => {
    const found = await approvedWithdrawals(tx, { kinds: KINDS[format], numbers, limit: PAYOUTS_MAX })
    if (numbers && found.length !== new Set(numbers).size)
      throw new Refusal('state_conflict', { field: 'numbers' })
    if (found.length === 0) throw new Refusal('record_not_found', { field: 'numbers' })
    const payout_file_id = newId()
    return {
      subject: { kind: 'payout_file', id: payout_file_id },
      payload: { payout_file_id, format, withdrawal_ids: found.map(({ withdrawal_id }) => withdrawal_id) },
      reason: `${found.length} approved withdrawals in one payment order`,
      answer: { numbers: found.map(({ number }) => number) },
    }
  },
})

interface LookedAt {
  row: WithdrawalRow
  is_ordered: boolean
  goes: boolean
  /** What the platform paid for the customer's recalled deposits. */
  beyond_micros: Micros
}

async function lockedAll(tx: Transaction, withdrawal_ids: readonly string[]): Promise<LookedAt[]> {
  const looked: LookedAt[] = []
  for (const withdrawal_id of withdrawal_ids.toSorted()) {
    const row = await lockedWithdrawal(tx, { withdrawal_id })
    const is_ordered = await standsInOrder(tx, withdrawal_id)
    const beyond_micros = await recalledBeyondWallet(tx, row.customer_id)
    looked.push({ row, is_ordered, goes: row.status === 'approved' && !is_ordered, beyond_micros })
  }
  return looked
}

/** A deposit may have been recalled since the withdrawal was approved. */
function recallNote(services: Services, { beyond_micros }: LookedAt): string {
  return beyond_micros > 0n ? `; recalled beyond their wallet: ${moneyText(services, beyond_micros)}` : ''
}

function stateOf({ row, is_ordered }: LookedAt): string {
  return is_ordered && row.status === 'approved' ? 'in another payment order' : row.status
}

interface Payment {
  withdrawal_id: string
  number: string
  payout_micros: Micros
  account: unknown
}

/** The payment for a withdrawal: all that is not on hold, less the rail's fee, in whole hundredths. */
async function paymentOf(services: Services, tx: Transaction, withdrawal: WithdrawalRow): Promise<Payment> {
  const { withdrawal_id, number, beneficiary_id, amount_micros, rail_fee_micros } = withdrawal
  const held_micros = total((await lockOpenHoldsOf(tx, withdrawal_id)).map((hold) => hold.amount_micros))
  const payout_micros = payoutOf(amount_micros - held_micros, rail_fee_micros)
  if (payout_micros === 0n) throw new Refusal('state_conflict', { field: 'status' })
  const { sealed } = await beneficiaryById(tx, beneficiary_id)
  const account: unknown = JSON.parse(unseal(services.settings.secret, beneficiary_id, sealed))
  return { withdrawal_id, number, payout_micros, account }
}

function fileOf(
  { settings: { deposit_account, currency } }: Services,
  order: { format: PayoutFormat; message_id: string; created_at: Date; payments: readonly Payment[] },
): string {
  const { format, message_id, created_at, payments } = order
  if (format === 'csv') {
    const listed = payments.map(({ number, payout_micros, account }) => {
      const { network, account_number } = walletData.parse(account)
      return { number, network, address: account_number, amount_micros: payout_micros }
    })
    return paymentListFile(listed, currency)
  }
  const { holder, number: account_number, bank_name } = deposit_account
  const debtor = { name: holder, account_number, bank_name }
  const told = payments.map(({ number, payout_micros, account }) => {
    const { beneficiary_name: name, ...to } = bankAccountData.parse(account)
    return { ...to, name, end_to_end_id: number, amount_micros: payout_micros }
  })
  return paymentOrderFile({ message_id, created_at, currency, debtor, payments: told })
}
