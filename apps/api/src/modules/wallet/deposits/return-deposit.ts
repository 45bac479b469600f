import { depositReturning, returnDeposit } from '@adtally/contract/operator/finance/deposits.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { postTransfers } from '../../ledger/index.ts'
import { approvedAct, type JobHandler } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { SUSPENSE, TRANSIT } from '../bank-statements/bank-accounts.ts'
import { CONTRADICTED_AGAIN_MS } from '../bank-statements/statement-matching.ts'
import { assignLines, type BankLineRow, isContradicted } from '../bank-statements/statements.repository.ts'
import { unassignedLine } from './match-deposit.ts'
import { DEPOSIT_RETURN_JOB } from './return-rules.ts'
import { insertReturns, returnableLines } from './returns.repository.ts'

const LINES_PER_RUN = 300

/**
 * Ten days after a statement's import, returns its unmatched money to the paying accounts (PRODUCT §2.6), each line
 * once, as assignment and return are one transaction. Lines without an account or that came back wait for a person,
 * and those of a statement that the bank contradicts for its withdrawal.
 */
export const depositReturnJob: JobHandler = {
  kind: DEPOSIT_RETURN_JOB,
  run: async (services, tx, { subject_id, due_at }) => {
    const lines = await returnableLines(tx, subject_id, LINES_PER_RUN)
    if (lines.length === 0) return
    if (await isContradicted(tx, subject_id)) {
      const again_at = new Date(services.clock.now_ms() + CONTRADICTED_AGAIN_MS)
      return await schedule(tx, { kind: DEPOSIT_RETURN_JOB, subject_id, due_at: again_at })
    }
    await orderReturns(services, tx, lines.map(toPayer), null)
    if (lines.length === LINES_PER_RUN) await schedule(tx, { kind: DEPOSIT_RETURN_JOB, subject_id, due_at })
  },
}

const depositReturnAct = approvedAct(depositReturning, {
  payload: z.strictObject({ line_id: z.uuid(), account: z.string() }),
  facts: async (services, tx, { line_id, account }) => {
    const line = await unassignedLine(tx, line_id)
    const amount = moneyText(services, line.amount_micros)
    return {
      sum_micros: line.amount_micros,
      says: `Send ${amount} of bank line ${line.bank_reference} back to ${line.counterparty_name}, account ${account}`,
      before: { line: 'unassigned' },
      after: { line: 'return', amount, account },
    }
  },
  apply: async (services, tx, { line_id, account }, { proposal_id }) => {
    const line = await unassignedLine(tx, line_id)
    const [number] = await orderReturns(services, tx, [accountOf(line, account)], proposal_id)
    return { number }
  },
})

/**
 * `return-deposit`: money nobody can match goes back before its ten days are over, or that went without an account. Throws
 * `record_not_found`, `state_conflict` (assigned already), `field_required` where no account is known.
 */
export const returnDepositVerb = proposalVerb(returnDeposit, {
  act: depositReturnAct,
  ask: async (_services, tx, { line_id, reason, account_number }) => {
    const { account } = accountOf(await unassignedLine(tx, line_id), account_number)
    return { subject: { kind: 'bank_line', id: line_id }, payload: { line_id, account }, reason }
  },
})

interface Way {
  line: BankLineRow
  account: string
}

function toPayer(line: BankLineRow): Way {
  return { line, account: line.counterparty_account }
}

/** Money is returned to its source; another account can be named only if the bank named none. */
function accountOf(line: BankLineRow, named: string | undefined): Way {
  if (line.counterparty_account !== '') {
    if (named !== undefined && named !== line.counterparty_account) {
      throw new Refusal('field_invalid', { field: 'account_number' })
    }
    return toPayer(line)
  }
  if (named === undefined) throw new Refusal('field_required', { field: 'account_number' })
  return { line, account: named }
}

async function orderReturns(
  services: Services,
  tx: Transaction,
  ways: readonly Way[],
  ordered_by_proposal: string | null,
): Promise<string[]> {
  const ordered_at = services.clock.now()
  const returns = ways.map(({ line, account }) => ({
    return_id: newId(),
    line_id: line.line_id,
    amount_micros: line.amount_micros,
    account_name: line.counterparty_name,
    account_number: account,
    ordered_by_proposal,
    ordered_at,
    sent_by_proposal: null,
    sent_at: null,
    confirmed_at: null,
    paid_line_id: null,
  }))
  await postTransfers(
    tx,
    returns.map(({ line_id, amount_micros }) => ({
      id: newId(),
      kind: 'posted',
      posting: 'deposit_sent_back',
      debit: SUSPENSE,
      credit: TRANSIT,
      amount_micros,
      cause: { kind: 'bank_line', id: line_id },
    })),
  )
  const numbers = await insertReturns(tx, returns)
  await assignLines(
    tx,
    'return',
    returns.map(({ line_id, return_id }) => ({ line_id, assigned_id: return_id })),
    ordered_at,
  )
  return numbers
}
