import { depositRecalling, recallDeposit } from '@adtally/contract/operator/finance/deposits.ts'
import { formatAmount, least } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { nameOfCustomer } from '../../identity/index.ts'
import { type Account, balances, PLATFORM_ID, postTransfers, type Transfer } from '../../ledger/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { bankAccount } from '../bank-statements/bank-accounts.ts'
import {
  assignLine,
  type BankLineRow,
  bookedStatements,
  lockLine,
} from '../bank-statements/statements.repository.ts'
import { factHash } from '../holds/hold-rules.ts'
import type { HoldRow } from '../holds/holds.repository.ts'
import { release } from '../holds/release-hold.ts'
import { lockWithdrawal } from '../repository.ts'
import { CANCELLABLE_STATUSES } from '../rules.ts'
import { endFor } from '../withdrawals/cancel-withdrawal.ts'
import { refuseOrdered } from '../withdrawals/payouts.repository.ts'
import { refuseContradicted } from './match-deposit.ts'
import { type RecallShares, recallShares, showsRecall } from './recall-rules.ts'
import { insertRecall, lockDeposit, lockDisputeHold, type RecallableDeposit } from './recalls.repository.ts'

const RESERVE = { code: 'reserve', owner_id: PLATFORM_ID } as const
const SHORTFALL = { code: 'shortfall', owner_id: PLATFORM_ID } as const

/**
 * A recall: the line by which the bank took money, and the deposit that it took back. Or the deposit's own line, if
 * its statement was not the bank's and is to be withdrawn next.
 */
interface Recall {
  line_id: string
  deposit_id: string
}

/**
 * The second person's half of `recall-deposit` (PRODUCT §3, "Deposit recalled"): first what is on hold for it, then what
 * its customer can withdraw, then the reserve, the rest is shortfall. What the hold has beyond it is given back, and a
 * withdrawal that lost part of its money ends: what is left of it is then among what its customer can withdraw.
 * `state_conflict` where money moved meanwhile: approve again.
 */
const depositRecallAct = approvedAct(depositRecalling, {
  payload: z.strictObject({ line_id: z.uuid(), deposit_id: z.uuid() }),
  facts: async (services, tx, payload) => {
    const { line, deposit, recalled_micros, amount_micros } = await recallable(tx, payload)
    const left_micros = deposit.amount_micros - recalled_micros
    const whose = await nameOfCustomer(tx, deposit.customer_id)
    return {
      sum_micros: amount_micros,
      says: `Take back ${moneyText(services, amount_micros)} of the deposit of ${whose}, as bank line ${line.bank_reference} says`,
      before: { deposit: moneyText(services, left_micros) },
      after: { deposit: moneyText(services, left_micros - amount_micros) },
    }
  },
  apply: async (services, tx, payload, { proposal_id }) => {
    const { line, deposit, amount_micros } = await recallable(tx, payload)
    const { customer_id, deposit_id } = deposit
    const hold = await lockDisputeHold(tx, customer_id, factHash([deposit_id]))
    if (hold) await endHold(services, tx, hold, amount_micros)
    const shares = await sharesOf(tx, customer_id, amount_micros, hold)
    const recall_id = newId()
    await postTransfers(tx, transfersOf(recall_id, customer_id, line, shares))
    const booked_at = services.clock.now()
    await insertRecall(tx, {
      ...{ recall_id, deposit_id, customer_id, line_id: line.line_id, amount_micros },
      ...shares,
      ...{ hold_id: hold?.hold_id ?? null, proposal_id, booked_at },
    })
    if (line.line_id !== deposit.line_id) await assignLine(tx, line.line_id, 'recall', recall_id, booked_at)
    await tell(tx, { customer_id, amount_micros, recall_id }, shares)
    return Object.fromEntries(
      Object.entries(shares).map(([name, micros]) => [name.replace('_micros', ''), formatAmount(micros)]),
    )
  },
})

/**
 * `recall-deposit`: a paid-out line is the bank's recall of a deposit, or the deposit's own line never was the bank's: until
 * its statement is withdrawn, the nightly proof tells of that line. Throws `record_not_found` (line, deposit),
 * `state_conflict` (assigned already, more than is left of the deposit, or not of the newest statement),
 * `deposit_match_refused` where the line shows nothing of that deposit.
 */
export const recallDepositVerb = proposalVerb(recallDeposit, {
  act: depositRecallAct,
  ask: async (_services, tx, { reason, ...payload }) => {
    const { deposit } = await recallable(tx, payload)
    const { deposit_id, customer_id } = deposit
    return { subject: { kind: 'deposit', id: deposit_id }, customer_id, payload, reason }
  },
})

async function recallable(
  tx: Transaction,
  { line_id, deposit_id }: Recall,
): Promise<RecallableDeposit & { line: BankLineRow; amount_micros: bigint }> {
  const line = await lockLine(tx, line_id)
  if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
  const found = await lockDeposit(tx, deposit_id)
  if (!found) throw new Refusal('record_not_found', { field: 'deposit_id' })
  const left_micros = found.deposit.amount_micros - found.recalled_micros
  if (line_id === found.deposit.line_id) {
    const [newest] = await bookedStatements(tx, { rail: line.rail, limit: 1 })
    if (left_micros === 0n || newest?.statement_id !== line.statement_id) {
      throw new Refusal('state_conflict', { field: 'line_id' })
    }
    return { ...found, line, amount_micros: left_micros }
  }
  if (line.assigned_kind !== null || line.amount_micros >= 0n || -line.amount_micros > left_micros) {
    throw new Refusal('state_conflict', { field: 'line_id' })
  }
  await refuseContradicted(tx, line)
  if (!showsRecall(line, found.line)) throw new Refusal('deposit_match_refused', { field: 'line_id' })
  return { ...found, line, amount_micros: -line.amount_micros }
}

async function sharesOf(
  tx: Transaction,
  customer_id: string,
  amount_micros: bigint,
  hold: HoldRow | undefined,
): Promise<RecallShares> {
  const [available_micros = 0n, reserve_micros = 0n] = await balances(tx, [
    { code: 'customer_available', owner_id: customer_id },
    RESERVE,
  ])
  return recallShares(amount_micros, {
    held_micros: hold?.amount_micros ?? 0n,
    available_micros,
    reserve_micros,
  })
}

function transfersOf(
  recall_id: string,
  customer_id: string,
  line: BankLineRow,
  shares: RecallShares,
): Transfer[] {
  const legs: readonly (readonly [Account, bigint])[] = [
    [{ code: 'risk_hold', owner_id: customer_id }, shares.risk_hold_micros],
    [{ code: 'customer_available', owner_id: customer_id }, shares.available_micros],
    [RESERVE, shares.reserve_micros],
    [SHORTFALL, shares.shortfall_micros],
  ]
  const flow = {
    id: recall_id,
    type: 'system_deposit',
    subject_kind: 'bank_line',
    subject_id: line.line_id,
  } as const
  return legs
    .filter(([, amount_micros]) => amount_micros > 0n)
    .map(([debit, amount_micros]) => ({
      id: newId(),
      kind: 'posted',
      posting: 'deposit_recalled',
      debit,
      credit: bankAccount(line.rail),
      amount_micros,
      cause: { kind: 'bank_line', id: line.line_id },
      reason_if_short: 'state_conflict',
      ...(debit.owner_id === customer_id && { flow }),
    }))
}

/** Ends the hold: the bank's part stays for its transfer, and the customer gets the rest. */
async function endHold(
  services: Services,
  tx: Transaction,
  hold: HoldRow,
  amount_micros: bigint,
): Promise<void> {
  await endWithdrawalOf(services, tx, hold)
  await release(services, tx, hold, 'recall', {
    taken_micros: least(amount_micros, hold.amount_micros),
  })
}

/** A withdrawal that lost part of its money can't be sent as requested; one that is at the bank stays sent. */
async function endWithdrawalOf(services: Services, tx: Transaction, hold: HoldRow): Promise<void> {
  const { withdrawal_id } = hold
  const withdrawal = withdrawal_id === null ? undefined : await lockWithdrawal(tx, { withdrawal_id })
  if (withdrawal && CANCELLABLE_STATUSES.includes(withdrawal.status)) {
    await refuseOrdered(tx, withdrawal.withdrawal_id)
    await endFor(services, tx, withdrawal, 'deposit_recalled')
  }
}

/** Notifies the customer of the recall and of the wallet's part, which its fund-flow line shows. */
async function tell(
  tx: Transaction,
  recall: { customer_id: string; amount_micros: bigint; recall_id: string },
  { risk_hold_micros, available_micros }: RecallShares,
): Promise<void> {
  const { customer_id, amount_micros, recall_id } = recall
  const taken_micros = risk_hold_micros + available_micros
  const has_line = taken_micros > 0n
  const part = has_line ? 'part' : 'none'
  await tellCustomer(tx, customer_id, {
    message: 'deposit_reversed',
    values: {
      amount: formatAmount(amount_micros),
      taken: formatAmount(taken_micros),
      share: taken_micros === amount_micros ? 'all' : part,
    },
    ...(has_line && { subject: { kind: 'flow', id: recall_id } }),
  })
}
