import {
  type Rail,
  statementWithdrawing,
  withdrawStatement,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { postTransfers } from '../../ledger/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom, moneyText } from '../../proposal-facts.ts'
import { takePosition } from './book-statements.ts'
import type { BankStatementRow } from './brought-statements.repository.ts'
import { bookedStatements, findStatement, linesPaidIn, lockStatements } from './statements.repository.ts'
import { linesInUse, withdrawApproved } from './withdrawn-statements.repository.ts'

const LINES_PER_POSTING = 1_000
const LINES_TOLD_MAX = 20

/**
 * The second person's half of `withdraw-statement`: what its lines brought into suspense goes back, the lines are
 * none of the bank's from then on, and the chain goes on from the statement before.
 */
const statementWithdrawAct = approvedAct(statementWithdrawing, {
  payload: z.strictObject({ statement_id: z.uuid() }),
  facts: async (services, tx, { statement_id }) => {
    const statement = await withdrawable(tx, statement_id)
    const [opening, closing] = [statement.opening_balance_micros, statement.closing_balance_micros].map(
      (micros) => moneyText(services, micros),
    )
    return {
      says: `Withdraw the newest statement of ${statement.rail}, from ${opening} to ${closing}: it was none of the bank's`,
      before: factsFrom({ balance: closing }),
      after: factsFrom({ balance: opening }),
    }
  },
  apply: async (_services, tx, { statement_id }, { proposal_id }) => {
    await withdrawable(tx, statement_id)
    const lines = await takeBackReceived(tx, statement_id)
    const statement = await withdrawApproved(tx, proposal_id)
    await takePosition(tx, statement, statement.opening_balance_micros)
    return { statement_id, lines }
  },
})

/**
 * `withdraw-statement`: a booked statement was none of the bank's, the newest first (PRODUCT §2.6). Throws
 * `record_not_found`, `statement_not_newest` with the one that is, `statement_in_use` with the lines of which something
 * stands booked: that goes back by its own act before.
 */
export const withdrawStatementVerb = proposalVerb(withdrawStatement, {
  act: statementWithdrawAct,
  ask: async (_services, tx, { statement_id, reason }) => {
    await withdrawable(tx, statement_id)
    return { subject: { kind: 'bank_statement', id: statement_id }, payload: { statement_id }, reason }
  },
})

async function withdrawable(tx: Transaction, statement_id: string): Promise<BankStatementRow> {
  const found = await findStatement(tx, statement_id)
  if (!found) throw new Refusal('record_not_found', { field: 'statement_id' })
  await lockStatements(tx, found.rail)
  await refuseOlder(tx, found.rail, statement_id)
  const in_use = await linesInUse(tx, statement_id, LINES_TOLD_MAX + 1)
  if (in_use.length > 0) {
    const told = in_use.slice(0, LINES_TOLD_MAX).map(({ bank_reference }) => bank_reference)
    const lines = told.length < in_use.length ? [...told, '…'] : told
    throw new Refusal('statement_in_use', { field: 'statement_id', values: { lines: lines.join(', ') } })
  }
  return found
}

async function refuseOlder(tx: Transaction, rail: Rail, statement_id: string): Promise<void> {
  const [newest] = await bookedStatements(tx, { rail, limit: 1 })
  if (newest?.statement_id !== statement_id) {
    const values = { newest: newest?.statement_id ?? '' }
    throw new Refusal('statement_not_newest', { field: 'statement_id', values })
  }
}

/** Reverses what was posted when lines arrived; deposits reversed by their own acts have nothing left to reverse. */
async function takeBackReceived(tx: Transaction, statement_id: string): Promise<number> {
  let from_sequence = 1
  let taken = 0
  for (;;) {
    const lines = await linesPaidIn(tx, { statement_id, from_sequence, limit: LINES_PER_POSTING })
    const waiting = lines.filter(({ assigned_kind }) => assigned_kind === null)
    await postTransfers(
      tx,
      waiting.map(({ line_id }) => ({
        id: newId(),
        kind: 'reversal',
        reverses_id: line_id,
        cause: { kind: 'bank_line', id: line_id },
      })),
    )
    taken += waiting.length
    const last = lines.at(-1)
    if (!last || lines.length < LINES_PER_POSTING) return taken
    from_sequence = last.sequence + 1
  }
}
