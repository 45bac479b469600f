import type { Micros } from '@adtally/money/money.ts'
import { accountId } from '../account-id.ts'
import { ACCOUNT_CODES, type Account, type AccountRule } from '../chart-of-accounts.ts'
import { BETWEEN_CUSTOMERS, defaultPosting, POSTINGS, type PostingName } from '../postings.ts'
import {
  AMOUNT_MAX_MICROS,
  type Movement,
  type Reversal,
  type Transfer,
  type TransferResult,
} from '../transfer.ts'
import { type BatchAccounts, ownerIfCustomer } from './batch-accounts.ts'

/** The content of a transfer in the books, to compare with another under the same id. */
export interface KnownTransfer {
  debit_account_id: string
  credit_account_id: string
  amount_micros: Micros
  reverses_id: string | null
  posting: PostingName
  cause_kind: string
  cause_id: string
  flow_id: string | null
}

/** A transfer that may be reversed, and how much of it has been. */
export interface Original {
  debit_account_id: string
  credit_account_id: string
  amount_micros: Micros
  posting: PostingName
  reversed_micros: Micros
}

/** The books of a batch whose accounts are locked. Deciding keeps them up to date. */
export interface LockedBooks {
  accounts: BatchAccounts
  /** By position, on the side where the account grows; null if it is not open and may not be opened. */
  balances: (Micros | null)[]
  /** By position: the customer whose plan the account belongs to, if its owner is no customer. */
  customer_ids: readonly (string | null)[]
  known: Map<string, KnownTransfer>
  /** Ids that reversals of the batch name. */
  reverses_ids: ReadonlySet<string>
  originals: Map<string, Original>
}

/** A transfer to be written, its accounts by position. */
export interface AcceptedTransfer {
  transfer: Transfer
  debit: number
  credit: number
  amount_micros: Micros
  posting: PostingName
}

/** The result of each transfer, by group, and what to write. */
export interface Decision {
  results: TransferResult[][]
  accepted: AcceptedTransfer[]
}

/**
 * Decides on groups in exact order, each all or none: later groups can spend what earlier ones brought. A transfer
 * that exists with the same content is left out of its group, or (`repeated: 'fails'`) fails it as different content
 * does. Changes nothing but `books`.
 */
export function decide(
  groups: readonly (readonly Transfer[])[],
  books: LockedBooks,
  { repeated = 'left_out' }: { repeated?: 'left_out' | 'fails' } = {},
): Decision {
  const decision: Decision = { results: [], accepted: [] }
  for (const group of groups)
    decision.results.push(decideGroup(group, books, decision.accepted, repeated === 'left_out'))
  return decision
}

function decideGroup(
  group: readonly Transfer[],
  books: LockedBooks,
  accepted: AcceptedTransfer[],
  leaves_out: boolean,
): TransferResult[] {
  const before = accepted.length
  const results: TransferResult[] = []
  for (const transfer of group) {
    const verdict = judge(transfer, books, leaves_out)
    if (typeof verdict === 'string') {
      results.push(verdict)
      if (verdict !== 'exists') return failedGroup(group, results, books, accepted.splice(before))
    } else {
      take(verdict, books)
      accepted.push(verdict)
      results.push('ok')
    }
  }
  return results
}

/** Undoes the group; the last result so far says why it failed. */
function failedGroup(
  group: readonly Transfer[],
  results: readonly TransferResult[],
  books: LockedBooks,
  done: readonly AcceptedTransfer[],
): TransferResult[] {
  for (const one of done.toReversed()) takeBack(one, books)
  return group.map(
    (_, index) => (index === results.length - 1 ? results[index] : undefined) ?? 'linked_failed',
  )
}

function judge(
  transfer: Transfer,
  books: LockedBooks,
  leaves_out: boolean,
): AcceptedTransfer | TransferResult {
  const known = books.known.get(transfer.id)
  if (known) return leaves_out && isSame(known, transfer, books) ? 'exists' : 'exists_with_other_content'
  const found = transfer.kind === 'reversal' ? judgeReversal(transfer, books) : judgeMovement(transfer, books)
  if (typeof found === 'string') return found
  return suffices(found, books) ? found : 'insufficient_funds'
}

function judgeMovement(transfer: Movement, books: LockedBooks): AcceptedTransfer | TransferResult {
  const { debit: from, credit: to, amount_micros } = transfer
  if (!isInRange(amount_micros)) return 'amount_out_of_range'
  const [debit_id, credit_id] = [accountId(from), accountId(to)]
  if (debit_id === credit_id) return 'accounts_equal'
  const [debit, credit] = [books.accounts.positionOf(debit_id), books.accounts.positionOf(credit_id)]
  const posting = transfer.posting ?? defaultPosting(from, to)
  if (debit === undefined || credit === undefined || posting === null) return 'account_rule_broken'
  if (books.balances[debit] === null || books.balances[credit] === null) return 'account_rule_broken'
  const customers = [
    ownerIfCustomer(from) ?? books.customer_ids[debit],
    ownerIfCustomer(to) ?? books.customer_ids[credit],
  ]
  if (!isPosting(posting, from, to, customers)) return 'account_rule_broken'
  return { transfer, debit, credit, amount_micros, posting }
}

function judgeReversal(transfer: Reversal, books: LockedBooks): AcceptedTransfer | TransferResult {
  const original = books.originals.get(transfer.reverses_id)
  const amount_micros = transfer.amount_micros ?? original?.amount_micros
  if (amount_micros !== undefined && !isInRange(amount_micros)) return 'amount_out_of_range'
  if (!original || amount_micros === undefined) return 'original_not_found'
  if (amount_micros > original.amount_micros - original.reversed_micros) return 'exceeds_original_amount'
  const debit = books.accounts.positionOf(original.credit_account_id)
  const credit = books.accounts.positionOf(original.debit_account_id)
  if (debit === undefined || credit === undefined) return 'original_not_found'
  return { transfer, debit, credit, amount_micros, posting: original.posting }
}

function isInRange(amount_micros: Micros): boolean {
  return amount_micros > 0n && amount_micros <= AMOUNT_MAX_MICROS
}

/** Whether PRODUCT §3's table has the pair for these owners and plans. The database checks again on writing. */
function isPosting(
  posting: PostingName,
  from: Account,
  to: Account,
  [debited, credited]: readonly (string | null | undefined)[],
): boolean {
  const pairs: readonly (readonly [string, string])[] = POSTINGS[posting]
  if (!pairs.some(([debit, credit]) => debit === from.code && credit === to.code)) return false
  const is_other_customer = Boolean(debited && credited && debited !== credited)
  if (posting === BETWEEN_CUSTOMERS) return is_other_customer
  const [one, other]: AccountRule[] = [ACCOUNT_CODES[from.code], ACCOUNT_CODES[to.code]]
  if (is_other_customer || (one?.owner === other?.owner && from.owner_id !== to.owner_id)) return false
  return one?.subject === undefined || one.subject !== other?.subject || from.subject_id === to.subject_id
}

function suffices(
  { debit, credit, amount_micros }: AcceptedTransfer,
  { accounts, balances }: LockedBooks,
): boolean {
  return (
    (accounts.growsByDebits(debit) || (balances[debit] ?? 0n) >= amount_micros) &&
    (!accounts.growsByDebits(credit) || (balances[credit] ?? 0n) >= amount_micros)
  )
}

function take(one: AcceptedTransfer, books: LockedBooks): void {
  move(one, one.amount_micros, books)
  const { transfer, amount_micros, posting } = one
  const [debit_account_id, credit_account_id] = sidesOf(transfer, books)
  const reverses_id = transfer.kind === 'reversal' ? transfer.reverses_id : null
  books.known.set(transfer.id, {
    ...{ debit_account_id, credit_account_id, amount_micros, reverses_id, posting },
    ...{ cause_kind: transfer.cause.kind, cause_id: transfer.cause.id, flow_id: transfer.flow?.id ?? null },
  })
  // Only needed for transfers that something in the batch reverses.
  if (books.reverses_ids.has(transfer.id))
    books.originals.set(transfer.id, {
      ...{ debit_account_id, credit_account_id, amount_micros, posting, reversed_micros: 0n },
    })
  reverse(reverses_id, amount_micros, books)
}

function sidesOf(transfer: Transfer, { originals }: LockedBooks): [string, string] {
  if (transfer.kind === 'posted') return [accountId(transfer.debit), accountId(transfer.credit)]
  const original = originals.get(transfer.reverses_id)
  return [original?.credit_account_id ?? '', original?.debit_account_id ?? '']
}

function takeBack(one: AcceptedTransfer, books: LockedBooks): void {
  move(one, -one.amount_micros, books)
  books.known.delete(one.transfer.id)
  books.originals.delete(one.transfer.id)
  reverse(one.transfer.kind === 'reversal' ? one.transfer.reverses_id : null, -one.amount_micros, books)
}

function move(
  { debit, credit }: AcceptedTransfer,
  amount_micros: Micros,
  { accounts, balances }: LockedBooks,
): void {
  balances[debit] = (balances[debit] ?? 0n) + (accounts.growsByDebits(debit) ? amount_micros : -amount_micros)
  balances[credit] =
    (balances[credit] ?? 0n) + (accounts.growsByDebits(credit) ? -amount_micros : amount_micros)
}

function reverse(reverses_id: string | null, amount_micros: Micros, { originals }: LockedBooks): void {
  const original = reverses_id === null ? undefined : originals.get(reverses_id)
  if (original) original.reversed_micros += amount_micros
}

function isSame(known: KnownTransfer, transfer: Transfer, books: LockedBooks): boolean {
  const is_common =
    known.cause_kind === transfer.cause.kind &&
    known.cause_id === transfer.cause.id &&
    known.flow_id === (transfer.flow?.id ?? null)
  if (!is_common) return false
  if (transfer.kind === 'reversal') {
    const amount_micros = transfer.amount_micros ?? books.originals.get(transfer.reverses_id)?.amount_micros
    return known.reverses_id === transfer.reverses_id && known.amount_micros === amount_micros
  }
  return (
    known.reverses_id === null &&
    known.amount_micros === transfer.amount_micros &&
    known.posting === (transfer.posting ?? defaultPosting(transfer.debit, transfer.credit)) &&
    known.debit_account_id === accountId(transfer.debit) &&
    known.credit_account_id === accountId(transfer.credit)
  )
}
