import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { foldName, verifiedPayerName } from '../identity/index.ts'
import { postTransfers } from '../ledger/index.ts'
import { approvedAct, type Staff } from '../module.ts'
import { PROGRAM_MAKER, type Proposed, propose } from '../operators/index.ts'
import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { SUSPENSE } from './bank-accounts.ts'
import { customersOfReferences, insertDeposit } from './repository.ts'
import { referencesIn } from './rules.ts'
import { assignLine, type BankLineRow, lockLine } from './statements.repository.ts'

type MatchedBy = 'reference' | 'payer_name'

/**
 * What becomes of money paid in by its remittance text alone: a deposit booked at once (exact reference, small by
 * policy), one proposed with the program as maker, or nothing (PRODUCT §2.6).
 */
export async function matchByReference(
  services: Services,
  tx: Transaction,
  line: BankLineRow,
): Promise<'booked' | 'proposed' | 'none'> {
  const owners = await customersOfReferences(tx, referencesIn(line.remittance))
  const [owner, ...others] = owners
  if (!owner || others.length > 0) return 'none'
  const { deposit_auto_book_max_micros } = policies.current(services)
  if (line.amount_micros <= deposit_auto_book_max_micros) {
    await bookDeposit(services, tx, {
      line_id: line.line_id,
      customer_id: owner.customer_id,
      matched_by: 'reference',
    })
    return 'booked'
  }
  await proposeDeposit(tx, line, owner.customer_id, 'reference', PROGRAM_MAKER)
  return 'proposed'
}

/**
 * A member of staff says whose money a line is: only if the line carries the customer's reference or the verified
 * payer's name. Another person approves. Throws `deposit_match_refused`, `record_not_found`, `state_conflict`.
 */
export async function proposeMatch(
  services: Services,
  staff: Staff,
  input: { line_id: string; customer_id: string },
): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const line = await unassignedLine(tx, input.line_id)
    const matched_by = await evidenceFor(tx, line, input.customer_id)
    if (!matched_by) throw new Refusal('deposit_match_refused')
    return await proposeDeposit(tx, line, input.customer_id, matched_by, staff)
  })
}

/** The second person's half of `proposeMatch`. */
export const depositBookAct = approvedAct({
  action: 'deposit.book',
  checker_roles: ['finance_checker'],
  payload: z.strictObject({
    line_id: z.uuid(),
    customer_id: z.uuid(),
    matched_by: z.enum(['reference', 'payer_name']),
  }),
  apply: async (services, tx, payload) => await bookDeposit(services, tx, payload),
})

async function proposeDeposit(
  tx: Transaction,
  line: BankLineRow,
  customer_id: string,
  matched_by: MatchedBy,
  maker: Staff,
) {
  return await propose(tx, {
    action: 'deposit.book',
    subject_kind: 'bank_line',
    subject_id: line.line_id,
    customer_id,
    payload: { line_id: line.line_id, customer_id, matched_by },
    reason: `${matched_by === 'reference' ? 'Deposit reference' : 'Verified payer name'} on bank line ${line.bank_reference}`,
    maker,
  })
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

/** A line of money paid in that nothing was decided about, locked. Throws `record_not_found`, `state_conflict`. */
export async function unassignedLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await lockLine(tx, line_id)
  if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
  if (line.assigned_kind !== null || line.amount_micros <= 0n)
    throw new Refusal('state_conflict', { field: 'line_id' })
  return line
}

async function bookDeposit(
  services: Services,
  tx: Transaction,
  { line_id, customer_id, matched_by }: { line_id: string; customer_id: string; matched_by: MatchedBy },
): Promise<{ deposit_id: string }> {
  const line = await unassignedLine(tx, line_id)
  if ((await verifiedPayerName(tx, customer_id)) === null) throw new Refusal('person_unverified')
  const deposit_id = newId()
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'deposit_credited',
      debit: SUSPENSE,
      credit: { code: 'customer_available', owner_id: customer_id },
      amount_micros: line.amount_micros,
      cause: { kind: 'bank_line', id: line_id },
      flow: { id: deposit_id, type: 'system_deposit', subject_kind: 'bank_line', subject_id: line_id },
    },
  ])
  const booked_at = services.clock.now()
  await insertDeposit(tx, {
    deposit_id,
    customer_id,
    line_id,
    amount_micros: line.amount_micros,
    matched_by,
    booked_at,
  })
  await assignLine(tx, line_id, 'deposit', deposit_id, booked_at)
  await notifyCustomer(tx, {
    customer_id,
    category: 'activity',
    message: 'deposit_credited',
    values: { amount: formatAmount(line.amount_micros) },
    subject_kind: 'flow',
    subject_id: deposit_id,
  })
  return { deposit_id }
}
