import {
  depositBooking,
  MATCHED_BY,
  type MatchedBy,
  matchDeposit,
} from '@adtally/contract/operator/finance/deposits.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { customerOfHandle, foldName, nameOfCustomer, verifiedPayerName } from '../../identity/index.ts'
import { approvedAct, type Staff } from '../../module.ts'
import { type Asked, proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import { hasBroughtLine } from '../bank-statements/brought-statements.repository.ts'
import { type BankLineRow, isContradicted, lockLine } from '../bank-statements/statements.repository.ts'
import { customersOfReferences } from '../repository.ts'
import { referencesIn } from '../rules.ts'
import { bookDeposits, type DepositMatch } from './book-deposits.ts'

/** The second person's half of `match-deposit`, and of what the program proposes by itself. */
export const depositBookAct = approvedAct(depositBooking, {
  payload: z.strictObject({
    line_id: z.uuid(),
    amount_micros: z.string(),
    customer_id: z.uuid(),
    matched_by: z.enum(MATCHED_BY),
  }),
  facts: async (services, tx, { line_id, customer_id, matched_by }) => {
    const line = await unassignedLine(tx, line_id)
    const amount = moneyText(services, line.amount_micros)
    const evidence =
      matched_by === 'reference' ? 'their deposit reference' : 'their verified name as its payer'
    return {
      sum_micros: line.amount_micros,
      says: `Book ${amount} of bank line ${line.bank_reference}, paid by ${line.counterparty_name}, as a deposit of ${await nameOfCustomer(tx, customer_id)}, by ${evidence}`,
      before: { line: 'unassigned' },
      after: { line: 'deposit', amount },
    }
  },
  apply: async (services, tx, { line_id, customer_id, matched_by }, { proposal_id }) => {
    const line = await unassignedLine(tx, line_id)
    if ((await verifiedPayerName(tx, customer_id)) === null) throw new Refusal('person_unverified')
    const [deposit_id] = await bookDeposits(services, tx, [{ line, customer_id, matched_by }], proposal_id)
    return { deposit_id }
  },
})

/**
 * `match-deposit`: staff say whose money a line is, only if the line carries the customer's reference or the verified
 * payer's name. Throws `deposit_match_refused`, `record_not_found`, `state_conflict`.
 */
export const matchDepositVerb = proposalVerb(matchDeposit, {
  act: depositBookAct,
  ask: async (_services, tx, { line_id, customer }) => {
    const { customer_id } = await customerOfHandle(tx, customer)
    const line = await unassignedLine(tx, line_id)
    const matched_by = await evidenceFor(tx, line, customer_id)
    if (!matched_by) throw new Refusal('deposit_match_refused')
    return depositAsked({ line, customer_id, matched_by })
  },
})

/** A match as it is put before a second person. */
export function depositAsked({ line, customer_id, matched_by }: DepositMatch): Asked {
  const { line_id, amount_micros, bank_reference } = line
  const evidence = matched_by === 'reference' ? 'Deposit reference' : 'Verified payer name'
  return {
    subject: { kind: 'bank_line', id: line_id },
    customer_id,
    payload: { line_id, amount_micros, customer_id, matched_by },
    reason: `${evidence} on bank line ${bank_reference}`,
  }
}

async function evidenceFor(
  tx: Transaction,
  line: BankLineRow,
  customer_id: string,
): Promise<MatchedBy | null> {
  const owners = await customersOfReferences(tx, referencesIn(line.remittance))
  if (owners.some((owner) => owner.customer_id === customer_id)) return 'reference'
  if (owners.length > 0) return null
  const name = await verifiedPayerName(tx, customer_id)
  return name !== null && foldName(name) === foldName(line.counterparty_name) ? 'payer_name' : null
}

/**
 * Refuses to book a line on one person's word who brought its statement, or whose statement the bank contradicts.
 * Throws `statement_bringer`, `statement_contradicted`.
 */
export async function refuseBringer(tx: Transaction, staff: Staff, line: BankLineRow): Promise<void> {
  if (await hasBroughtLine(tx, line.line_id, staff.staff_id))
    throw new Refusal('statement_bringer', { field: 'line_id' })
  await refuseContradicted(tx, line)
}

/** A line of money paid in from a party's own account, locked. Throws as `unassignedLine`, `deposit_match_refused`. */
export async function lineOfParty(
  tx: Transaction,
  line_id: string,
  { account_name }: { account_name: string },
): Promise<BankLineRow> {
  const line = await unassignedLine(tx, line_id)
  if (foldName(line.counterparty_name) !== foldName(account_name)) throw new Refusal('deposit_match_refused')
  return line
}

/** Refuses lines of a statement that the bank contradicts: nothing is booked from them. Throws `statement_contradicted`. */
export async function refuseContradicted(tx: Transaction, line: BankLineRow): Promise<void> {
  if (await isContradicted(tx, line.statement_id))
    throw new Refusal('statement_contradicted', { field: 'line_id' })
}

/** An undecided paid-in line, locked. Throws `record_not_found`, `state_conflict`, `statement_contradicted`. */
export async function unassignedLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await lockLine(tx, line_id)
  if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
  if (line.assigned_kind !== null || line.amount_micros <= 0n)
    throw new Refusal('state_conflict', { field: 'line_id' })
  await refuseContradicted(tx, line)
  return line
}
