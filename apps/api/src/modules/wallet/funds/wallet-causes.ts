import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Services } from '../../services.ts'
import {
  bankLineTold,
  bankReferences,
  findBankLines,
  findWithdrawals,
  holdTold,
  withdrawalNumbers,
  withdrawalTold,
} from './causes.repository.ts'
import { type CauseDescription, type CauseReader, factsOf } from './causes.ts'

const timeText = (at: Date | null) => at?.toISOString() ?? null

/** The wallet's own causes: bank lines, withdrawals and holds. */
export const WALLET_CAUSES: readonly CauseReader[] = [
  {
    kind: 'bank_line',
    numbersOf: bankReferences,
    find: findBankLines,
    tell: (services, customer_id, { cause_id }) =>
      inScope(services, customer_id, (tx) => tellBankLine(tx, cause_id)),
  },
  {
    kind: 'withdrawal',
    numbersOf: withdrawalNumbers,
    find: findWithdrawals,
    tell: (services, customer_id, { cause_id }) =>
      inScope(services, customer_id, (tx) => tellWithdrawal(tx, cause_id)),
  },
  {
    kind: 'hold',
    tell: (services, customer_id, { cause_id }) =>
      inScope(services, customer_id, (tx) => tellHold(tx, cause_id)),
  },
]

function inScope(
  services: Services,
  customer_id: string,
  read: (tx: Transaction) => Promise<CauseDescription | null>,
): Promise<CauseDescription | null> {
  return services.database.transaction({ kind: 'customer', customer_id }, read)
}

async function tellBankLine(tx: Transaction, line_id: string): Promise<CauseDescription | null> {
  const line = await bankLineTold(tx, line_id)
  if (!line) return null
  const facts = factsOf([
    { name: 'bank_reference', kind: 'text', value: line.bank_reference },
    { name: 'payer', kind: 'text', value: line.counterparty_name },
    { name: 'amount', kind: 'amount', value: formatAmount(line.amount_micros) },
    { name: 'booked_at', kind: 'time', value: timeText(line.booked_at) },
    { name: 'fetched_at', kind: 'time', value: timeText(line.fetched_at) },
  ])
  return { number: line.bank_reference, facts, policy_version: null }
}

async function tellWithdrawal(tx: Transaction, withdrawal_id: string): Promise<CauseDescription | null> {
  const told = await withdrawalTold(tx, withdrawal_id)
  if (!told) return null
  const facts = factsOf([
    { name: 'amount', kind: 'amount', value: formatAmount(told.amount_micros) },
    { name: 'rail_fee', kind: 'amount', value: formatAmount(told.rail_fee_micros) },
    { name: 'beneficiary', kind: 'text', value: told.account_number_masked },
    { name: 'requested_at', kind: 'time', value: timeText(told.requested_at) },
    { name: 'sent_at', kind: 'time', value: timeText(told.sent_at) },
    { name: 'confirmed_at', kind: 'time', value: timeText(told.confirmed_at) },
    { name: 'bank_reference', kind: 'text', value: told.bank_reference },
  ])
  return { number: told.number, facts, policy_version: null }
}

async function tellHold(tx: Transaction, hold_id: string): Promise<CauseDescription | null> {
  const told = await holdTold(tx, hold_id)
  if (!told) return null
  const facts = factsOf([
    { name: 'hold_reason', kind: 'text', value: told.reason },
    { name: 'amount', kind: 'amount', value: formatAmount(told.amount_micros) },
    { name: 'held_at', kind: 'time', value: timeText(told.created_at) },
    { name: 'deadline', kind: 'time', value: timeText(told.deadline) },
    { name: 'released_at', kind: 'time', value: timeText(told.released_at) },
  ])
  return { number: null, facts, policy_version: null }
}
