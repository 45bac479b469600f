import { createHash } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { customersMoney, postTransfers, type Transfer } from '../ledger/index.ts'
import type { Staff } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { bankAccount, type Rail, SUSPENSE } from './bank-accounts.ts'
import { type BankStatement, malformed } from './bank-statement.ts'
import { bounceWithdrawalByLine } from './bounce-withdrawal.ts'
import { readCamt053 } from './camt053.ts'
import { confirmWithdrawalByLine } from './confirm-withdrawal.ts'
import { matchByReference } from './match-deposit.ts'
import { readStatementCsv } from './statement-csv.ts'
import {
  type BankLineRow,
  insertBankPosition,
  insertStatement,
  knownImport,
  lastClosingBalance,
  lockStatements,
} from './statements.repository.ts'

/** What an import did. */
export interface ImportResult {
  statement_id: string
  lines: number
  deposits_booked: number
  deposits_proposed: number
  withdrawals_confirmed: number
  withdrawals_returned: number
  unassigned: number
}

/**
 * Imports a bank statement whole or not at all (PRODUCT §2.6): money paid in goes to suspense; an exact deposit
 * reference books (small) or proposes a deposit; a line that names a sent withdrawal confirms it. Statements chain:
 * throws `statement_gap` unless this one opens with the last closing balance, `statement_duplicate` for a file or
 * line seen before, `statement_malformed` with the element to blame.
 */
export async function importStatement(
  services: Services,
  staff: Staff,
  input: { rail: Rail; format: 'camt053' | 'csv'; file: string },
): Promise<ImportResult> {
  const statement = input.format === 'camt053' ? readCamt053(input.file) : readStatementCsv(input.file)
  if (statement.currency !== services.settings.currency) throw malformed('Ccy')
  const file_hash = createHash('sha256').update(input.file).digest()
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    await lockStatements(tx, input.rail)
    const references = statement.lines.map((line) => line.bank_reference)
    if (await knownImport(tx, input.rail, file_hash, references)) throw new Refusal('statement_duplicate')
    const opening_micros = (await lastClosingBalance(tx, input.rail)) ?? 0n
    if (statement.opening_balance_micros !== opening_micros) throw new Refusal('statement_gap')
    const { statement_id, rows } = await store(services, tx, staff, input.rail, statement, file_hash)
    await postTransfers(tx, rows.filter((row) => row.amount_micros > 0n).map(receivedTransfer))
    const result = await workOff(services, tx, rows)
    await insertBankPosition(tx, {
      position_id: newId(),
      statement_id,
      rail: input.rail,
      closing_balance_micros: statement.closing_balance_micros,
      customers_money_micros: await customersMoney(tx),
    })
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'statement.imported',
      subject: { kind: 'bank_statement', id: statement_id },
      details: { rail: input.rail, ...result, file_hash: file_hash.toString('hex') },
    })
    return { statement_id, lines: rows.length, ...result }
  })
}

async function store(
  services: Services,
  tx: Transaction,
  staff: Staff,
  rail: Rail,
  statement: BankStatement,
  file_hash: Buffer,
) {
  const statement_id = newId()
  const line_ids = statement.lines.map(() => newId())
  const { format, opening_balance_micros, closing_balance_micros, lines } = statement
  await insertStatement(
    tx,
    {
      statement_id,
      rail,
      format,
      file_hash,
      opening_balance_micros,
      closing_balance_micros,
      line_count: lines.length,
      imported_by: staff.staff_id,
      imported_at: services.clock.now(),
    },
    lines,
    line_ids,
  )
  const rows = lines.map(
    (line, index): BankLineRow => ({
      ...line,
      line_id: line_ids[index] ?? '',
      statement_id,
      sequence: index + 1,
      rail,
      assigned_kind: null,
      assigned_id: null,
      assigned_at: null,
    }),
  )
  return { statement_id, rows }
}

function receivedTransfer(row: BankLineRow): Transfer {
  return {
    id: newId(),
    kind: 'posted',
    posting: 'deposit_received',
    debit: bankAccount(row.rail),
    credit: SUSPENSE,
    amount_micros: row.amount_micros,
    cause: { kind: 'bank_line', id: row.line_id },
  }
}

async function workOff(services: Services, tx: Transaction, rows: readonly BankLineRow[]) {
  const result = {
    deposits_booked: 0,
    deposits_proposed: 0,
    withdrawals_confirmed: 0,
    withdrawals_returned: 0,
    unassigned: 0,
  }
  for (const row of rows) {
    if (row.amount_micros > 0n) {
      if (await bounceWithdrawalByLine(services, tx, row)) {
        result.withdrawals_returned += 1
        continue
      }
      const outcome = await matchByReference(services, tx, row)
      if (outcome === 'booked') result.deposits_booked += 1
      else if (outcome === 'proposed') result.deposits_proposed += 1
      else result.unassigned += 1
    } else if (await confirmWithdrawalByLine(services, tx, row)) result.withdrawals_confirmed += 1
    else result.unassigned += 1
  }
  return result
}
