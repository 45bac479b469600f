import { returnSending, sendDepositReturns } from '@adtally/contract/operator/finance/deposits.ts'
import { formatAmount, total } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { approvedAct, type Staff } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { bankAccount, TRANSIT } from '../bank-statements/bank-accounts.ts'
import { postLine } from '../bank-statements/post-line.ts'
import { assignLine, type BankLineRow, lockLine } from '../bank-statements/statements.repository.ts'
import { returnNumberIn } from '../rules.ts'
import { refuseBringer, refuseContradicted } from './match-deposit.ts'
import { type DepositReturnRow, lockReturns, moveReturns, openReturns } from './returns.repository.ts'

/** How many returns one order to the bank may have. */
export const RETURNS_MAX = 500

/** The second person's half of `send-deposit-returns`; answers the payments to be made. */
const returnSendAct = approvedAct(returnSending, {
  payload: z.strictObject({ numbers: z.array(z.string()).check(z.minLength(1), z.maxLength(RETURNS_MAX)) }),
  facts: async (services, tx, { numbers }) => {
    const returns = await lockReturns(tx, numbers)
    const sum_micros = total(returns.map(({ amount_micros }) => amount_micros))
    const sum = moneyText(services, sum_micros)
    const told = (state: (one: DepositReturnRow) => string) =>
      Object.fromEntries(
        returns.map((one) => [
          one.number,
          `${moneyText(services, one.amount_micros)} to ${one.account_name}, ${one.account_number}: ${state(one)}`,
        ]),
      )
    return {
      sum_micros: sum_micros,
      says: `Send ${returns.length} unmatched deposits, ${sum} in all, back to the accounts they came from`,
      before: told(({ status }) => status),
      after: told(() => 'sent'),
    }
  },
  apply: async (services, tx, { numbers }, { proposal_id }) => {
    const returns = await lockReturns(tx, numbers)
    if (returns.length !== numbers.length || returns.some(({ status }) => status !== 'ordered')) {
      throw new Refusal('state_conflict', { field: 'numbers' })
    }
    for (const { line_id } of returns) {
      const line = await lockLine(tx, line_id)
      if (line) await refuseContradicted(tx, line)
    }
    await moveReturns(
      tx,
      returns.map(({ return_id }) => return_id),
      { status: 'sent', sent_at: services.clock.now(), sent_by_proposal: proposal_id },
    )
    return {
      payments: returns.map((one) => ({
        account_name: one.account_name,
        account_number: one.account_number,
        amount: formatAmount(one.amount_micros),
        remittance: one.number,
      })),
    }
  },
})

/**
 * `send-deposit-returns`: ordered returns go to the bank, those with these numbers, or all. Throws `record_not_found` where
 * there are none, `state_conflict` where one of them is not waiting.
 */
export const sendDepositReturnsVerb = proposalVerb(sendDepositReturns, {
  act: returnSendAct,
  ask: async (_services, tx, { numbers: named }) => {
    const open = named ? await lockReturns(tx, named) : await openReturns(tx, RETURNS_MAX)
    const waiting = open.filter(({ status }) => status === 'ordered')
    if (waiting.length === 0) throw new Refusal('record_not_found', { field: 'numbers' })
    if (named && waiting.length !== new Set(named).size) {
      throw new Refusal('state_conflict', { field: 'numbers' })
    }
    const numbers = waiting.map(({ number }) => number)
    return {
      subject: { kind: 'deposit_return', id: waiting[0]?.return_id ?? newId() },
      payload: { numbers },
      reason: `${numbers.length} unmatched deposits to the accounts they came from`,
      answer: { numbers },
    }
  },
})

/** Confirms the sent return that a paid-out line names by its number, to the exact amount. False where it names none. */
export async function confirmReturnByLine(
  services: Services,
  tx: Transaction,
  line: BankLineRow,
): Promise<boolean> {
  const number = returnNumberIn(line.remittance)
  const [found] = number === null ? [] : await lockReturns(tx, [number])
  if (found?.status !== 'sent' || found.amount_micros !== -line.amount_micros) return false
  await confirm(services, tx, found, line)
  return true
}

/**
 * Staff match a paid-out line to a sent return of the same amount, when the bank lost the number. Throws
 * `record_not_found`, `state_conflict`.
 */
export async function confirmReturn(
  services: Services,
  staff: Staff,
  input: { number: string; line_id: string },
): Promise<{ number: string; status: 'confirmed' }> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const [found] = await lockReturns(tx, [input.number])
    const line = await lockLine(tx, input.line_id)
    if (!found) throw new Refusal('record_not_found', { field: 'number' })
    if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
    await refuseBringer(tx, staff, line)
    const fits = line.assigned_kind === null && found.amount_micros === -line.amount_micros
    if (found.status !== 'sent' || !fits) throw new Refusal('state_conflict')
    await confirm(services, tx, found, line)
    await audit.byStaff(tx, staff, {
      action: 'deposit-return.confirmed',
      subject: { kind: 'deposit_return', id: found.return_id },
      reason: `Bank line ${line.bank_reference} is ${found.number}`,
    })
    return { number: found.number, status: 'confirmed' }
  })
}

async function confirm(
  services: Services,
  tx: Transaction,
  found: DepositReturnRow,
  line: BankLineRow,
): Promise<void> {
  await postLine(tx, line, { posting: 'deposit_sent_back', debit: TRANSIT, credit: bankAccount(line.rail) })
  const confirmed_at = services.clock.now()
  await assignLine(tx, line.line_id, 'return', found.return_id, confirmed_at)
  await moveReturns(tx, [found.return_id], {
    status: 'confirmed',
    confirmed_at,
    paid_line_id: line.line_id,
  })
}
