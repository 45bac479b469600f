import { bankChargeBooking, matchBankCharge } from '@adtally/contract/operator/finance/books.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { PLATFORM_ID } from '../ledger/index.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import {
  assignLine,
  type BankLineRow,
  bankAccount,
  lockLine,
  postLine,
  refuseContradicted,
} from '../wallet/index.ts'

/** The second person's half. Throws `insufficient_balance` where the fees earned don't reach. */
const bankChargeBookAct = approvedAct(bankChargeBooking, {
  payload: z.strictObject({ line_id: z.uuid() }),
  facts: async (services, tx, { line_id }) => {
    const line = await chargeLine(tx, line_id)
    const amount = moneyText(services, -line.amount_micros)
    return {
      sum_micros: -line.amount_micros,
      says: `Book ${amount} of bank line ${line.bank_reference} as the bank's own charge, borne by the fees earned`,
      before: { line: 'unassigned' },
      after: { line: 'bank charge', amount },
    }
  },
  apply: async (services, tx, { line_id }) => {
    const line = await chargeLine(tx, line_id)
    await postLine(tx, line, {
      posting: 'bank_charged',
      debit: { code: 'fee', owner_id: PLATFORM_ID },
      credit: bankAccount(line.rail),
      reason_if_short: 'insufficient_balance',
    })
    await assignLine(tx, line_id, 'charge', PLATFORM_ID, services.clock.now())
    return { line_id, charged: formatAmount(-line.amount_micros) }
  },
})

/** `match-bank-charge`: proposes that a paid-out line is what the bank takes for itself; the fees earned bear it. */
export const matchBankChargeVerb = proposalVerb(matchBankCharge, {
  act: bankChargeBookAct,
  ask: async (_services, tx, { line_id, reason }) => {
    await chargeLine(tx, line_id)
    return { subject: { kind: 'bank_line', id: line_id }, payload: { line_id }, reason }
  },
})

async function chargeLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await lockLine(tx, line_id)
  if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
  if (line.assigned_kind !== null || line.amount_micros >= 0n)
    throw new Refusal('state_conflict', { field: 'line_id' })
  await refuseContradicted(tx, line)
  return line
}
