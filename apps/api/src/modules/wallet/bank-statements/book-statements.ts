import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { customersMoney, postTransfers, type Transfer } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { DEPOSIT_RETURN_JOB, RETURN_AFTER_MS } from '../deposits/return-rules.ts'
import { bankAccount, SUSPENSE } from './bank-accounts.ts'
import type { BankStatementRow } from './brought-statements.repository.ts'
import { addCounts, type MatchCounts, matchLines, NOTHING_MATCHED } from './match-lines.ts'
import { waitingLinesOf } from './statement-matching.repository.ts'
import { beginMatching, STATEMENT_MATCH_JOB } from './statement-matching.ts'
import {
  type BankLineRow,
  insertBankPosition,
  isContradicted,
  linesPaidIn,
  lockAutomaticBooking,
} from './statements.repository.ts'

/**
 * Statements with up to this many lines, and up to this many statements, are matched in the transaction that books
 * them; longer ones by a job, because a credited account stays locked until the end.
 */
const MATCHED_AT_ONCE_MAX = 1_000

/** Lines of one posting. */
const LINES_PER_POSTING = 2_000

/** What was booked, and the results for its lines. */
export interface BookedCounts extends MatchCounts {
  statements: number
  lines: number
  /** Lines that had been booked earlier. */
  duplicates: number
  /** Lines left to a job. */
  matched_later: number
}

/**
 * Books all statements of a rail that `next` returns (brought alike by two people, or fetched by the program), in the
 * order of the chain: paid-in money goes to suspense, then lines are matched, at once or, for long ones, by a job,
 * and the bank's position is recorded. The rail's statements must be locked.
 */
export async function bookStatements(
  services: Services,
  tx: Transaction,
  next: () => Promise<BankStatementRow | undefined>,
): Promise<{ counts: BookedCounts; statements: BankStatementRow[] }> {
  const counts = { ...NOTHING_MATCHED, statements: 0, lines: 0, duplicates: 0, matched_later: 0 }
  const statements: BankStatementRow[] = []
  for (;;) {
    const statement = await next()
    if (!statement) break
    // Before locking accounts, in the same order as the job for long statements.
    if (statements.length === 0) await lockAutomaticBooking(tx)
    statements.push(statement)
    await postReceived(tx, statement)
    const { statement_id, confirmed_at, line_count, duplicate_count } = statement
    const due_at = new Date(confirmed_at.getTime() + RETURN_AFTER_MS)
    await schedule(tx, { kind: DEPOSIT_RETURN_JOB, subject_id: statement_id, due_at })
    counts.statements += 1
    counts.lines += line_count
    counts.duplicates += duplicate_count
  }
  const is_short = Math.max(counts.lines, counts.statements) <= MATCHED_AT_ONCE_MAX
  for (const statement of statements) {
    if (is_short) addCounts(counts, await matchNow(services, tx, statement))
    else counts.matched_later += await leaveToJob(tx, statement)
    await takePosition(tx, statement, statement.closing_balance_micros)
  }
  return { counts, statements }
}

/** Records the bank's closing balance and what customers are owed. */
export async function takePosition(
  tx: Transaction,
  { statement_id, rail }: BankStatementRow,
  closing_balance_micros: bigint,
): Promise<void> {
  const customers_money_micros = await customersMoney(tx)
  const position = { position_id: newId(), statement_id, rail, closing_balance_micros }
  await insertBankPosition(tx, { ...position, customers_money_micros })
}

async function postReceived(tx: Transaction, { statement_id }: BankStatementRow): Promise<void> {
  const page = { statement_id, limit: LINES_PER_POSTING }
  let lines = await linesPaidIn(tx, { ...page, from_sequence: 1 })
  while (lines.length > 0) {
    const from_sequence = (lines.at(-1)?.sequence ?? 0) + 1
    // Read the next lines while these are posted.
    const next = linesPaidIn(tx, { ...page, from_sequence })
    const [following] = await Promise.all([next, postTransfers(tx, lines.map(receivedTransfer))])
    lines = following
  }
}

async function matchNow(
  services: Services,
  tx: Transaction,
  { statement_id }: BankStatementRow,
): Promise<MatchCounts> {
  const page = { statement_id, from_sequence: 1, limit: MATCHED_AT_ONCE_MAX }
  if (await isContradicted(tx, statement_id)) {
    return { ...NOTHING_MATCHED, unassigned: (await waitingLinesOf(tx, page)).length }
  }
  return await matchLines(services, tx, await waitingLinesOf(tx, page))
}

async function leaveToJob(
  tx: Transaction,
  { statement_id, confirmed_at, line_count }: BankStatementRow,
): Promise<number> {
  await beginMatching(tx, statement_id)
  await schedule(tx, { kind: STATEMENT_MATCH_JOB, subject_id: statement_id, due_at: confirmed_at })
  return line_count
}

/** The transfer that receives a paid-in line. Its id is the line's, so that withdrawing the statement can find it. */
function receivedTransfer({
  line_id,
  rail,
  amount_micros,
}: Pick<BankLineRow, 'line_id' | 'rail' | 'amount_micros'>): Transfer {
  return {
    id: line_id,
    kind: 'posted',
    posting: 'deposit_received',
    debit: bankAccount(rail),
    credit: SUSPENSE,
    amount_micros,
    cause: { kind: 'bank_line', id: line_id },
  }
}
