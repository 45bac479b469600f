import type { Transaction } from '../../../database/database.ts'
import { customersByPayerName, foldName } from '../../identity/index.ts'
import { PROGRAM_MAKER, proposeAsked } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { bookDeposits, type DepositMatch } from '../deposits/book-deposits.ts'
import { confirmReturnByLine } from '../deposits/confirm-return.ts'
import { depositAsked, depositBookAct } from '../deposits/match-deposit.ts'
import { customersOfReferences } from '../repository.ts'
import { namesAPayment, referencesIn } from '../rules.ts'
import { BOUNCED } from '../withdrawals/bounce-withdrawal.ts'
import { CONFIRMED } from '../withdrawals/confirm-withdrawal.ts'
import { bookByNumber } from '../withdrawals/withdrawal-line.ts'
import { type BankLineRow, bookedByThemselves } from './statements.repository.ts'

const COUNTED = [
  'deposits_booked',
  'deposits_proposed',
  'withdrawals_confirmed',
  'withdrawals_returned',
  'returns_confirmed',
  'unassigned',
] as const

/** What became of lines by what they say. */
export type MatchCounts = Record<(typeof COUNTED)[number], number>

export const NOTHING_MATCHED: Readonly<MatchCounts> = {
  deposits_booked: 0,
  deposits_proposed: 0,
  withdrawals_confirmed: 0,
  withdrawals_returned: 0,
  returns_confirmed: 0,
  unassigned: 0,
}

/** Adds `more` to `counts`. */
export function addCounts(counts: MatchCounts, more: MatchCounts): void {
  for (const name of COUNTED) counts[name] += more[name]
}

/**
 * Decides unassigned lines by their content (PRODUCT §2.6): a payment of ours that went out or came back; an exact
 * deposit reference, booked at once if it is small and within the day's limit (policy), else proposed with the
 * program as maker; a payer's name that is one customer's verified name, proposed. Others wait in suspense for a
 * person or their return. Call `lockAutomaticBooking` first in the transaction.
 */
export async function matchLines(
  services: Services,
  tx: Transaction,
  lines: readonly BankLineRow[],
): Promise<MatchCounts> {
  const counts = { ...NOTHING_MATCHED }
  const paid_in: BankLineRow[] = []
  for (const line of lines) {
    if (namesAPayment(line.remittance) && (await matchPayment(services, tx, line, counts))) continue
    if (line.amount_micros > 0n && !line.is_return) paid_in.push(line)
    else counts.unassigned += 1
  }
  const matches = await depositsAmong(tx, paid_in)
  const at_once = await bookableAtOnce(services, tx, matches)
  await bookDeposits(services, tx, at_once, null)
  const booked = new Set(at_once)
  const for_a_person = matches.filter((match) => !booked.has(match))
  for (const match of for_a_person) {
    await proposeAsked(services, tx, { ...depositAsked(match), act: depositBookAct, maker: PROGRAM_MAKER })
  }
  counts.deposits_booked += at_once.length
  counts.deposits_proposed += for_a_person.length
  counts.unassigned += paid_in.length - matches.length
  return counts
}

/** Small exact matches within the day's (UTC) limit for automatic booking (policy). */
async function bookableAtOnce(
  services: Services,
  tx: Transaction,
  matches: readonly DepositMatch[],
): Promise<DepositMatch[]> {
  const { deposit_auto_book_max_micros, deposit_auto_book_day_max_micros } = policies.current(services)
  const small = matches.filter(
    ({ matched_by, line }) =>
      matched_by === 'reference' && line.amount_micros <= deposit_auto_book_max_micros,
  )
  if (small.length === 0) return []
  const today = new Date(services.clock.now())
  today.setUTCHours(0, 0, 0, 0)
  let left_micros = deposit_auto_book_day_max_micros - (await bookedByThemselves(tx, today))
  return small.filter(({ line }) => {
    if (line.amount_micros > left_micros) return false
    left_micros -= line.amount_micros
    return true
  })
}

async function matchPayment(
  services: Services,
  tx: Transaction,
  line: BankLineRow,
  counts: MatchCounts,
): Promise<boolean> {
  if (line.amount_micros > 0n) {
    if (!(await bookByNumber(BOUNCED, services, tx, line))) return false
    counts.withdrawals_returned += 1
  } else if (await bookByNumber(CONFIRMED, services, tx, line)) counts.withdrawals_confirmed += 1
  else if (await confirmReturnByLine(services, tx, line)) counts.returns_confirmed += 1
  else return false
  return true
}

/** The owners of deposits: by the only reference in a line, else by the only customer with the payer's name. */
async function depositsAmong(tx: Transaction, lines: readonly BankLineRow[]): Promise<DepositMatch[]> {
  const codes = new Map(lines.map((line) => [line.line_id, referencesIn(line.remittance)]))
  const owners = await customersOfReferences(tx, [...new Set([...codes.values()].flat())])
  const owner_of = new Map(owners.map(({ code, customer_id }) => [code, customer_id]))
  const ownersIn = (line: BankLineRow) => {
    const found = codes.get(line.line_id)?.map((code) => owner_of.get(code)) ?? []
    return new Set(found.filter((customer_id) => customer_id !== undefined))
  }
  // A payment of ours that came back carries its customer's name, but is no deposit.
  const unreferenced = lines.filter((line) => ownersIn(line).size === 0 && !namesAPayment(line.remittance))
  const named = await customersByPayerName(tx, [
    ...new Set(unreferenced.map(({ counterparty_name }) => counterparty_name)),
  ])
  return lines.flatMap((line): DepositMatch[] => {
    const [owner, ...others] = ownersIn(line)
    if (owner !== undefined) {
      return others.length > 0 ? [] : [{ line, customer_id: owner, matched_by: 'reference' }]
    }
    if (!unreferenced.includes(line)) return []
    const [payer, ...namesakes] = named.get(foldName(line.counterparty_name)) ?? []
    return payer === undefined || namesakes.length > 0
      ? []
      : [{ line, customer_id: payer, matched_by: 'payer_name' }]
  })
}
