import {
  bounceWithdrawal,
  refusedWithdrawal,
  withdrawalBouncing,
  withdrawalRefusing,
} from '@adtally/contract/operator/finance/withdrawals.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { type Cause, postTransfers, type Transfer, transfersByCause } from '../../ledger/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { SUSPENSE } from '../bank-statements/bank-accounts.ts'
import { postLine } from '../bank-statements/post-line.ts'
import { assignLine, type BankLineRow } from '../bank-statements/statements.repository.ts'
import { unassignedLine } from '../deposits/match-deposit.ts'
import { withdrawalFlow } from '../funds/flows.ts'
import { moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { notifyWithdrawal } from './cancel-withdrawal.ts'
import { aboutWithdrawal, lockedWithdrawal, withdrawalFacts } from './locked-withdrawal.ts'
import type { WithdrawalLine } from './withdrawal-line.ts'

/**
 * A paid-in line that names a confirmed withdrawal with exactly its payout: the bank returned it, so it goes back to
 * the customer and is no deposit (PRODUCT §3). Any other line is matched by two people (`bounce-withdrawal`), and the
 * database asks for one or the other. The line's money must be in suspense.
 */
export const BOUNCED: WithdrawalLine = {
  from: 'confirmed',
  isIt: (line, withdrawal) => withdrawal.payout_micros === line.amount_micros,
  book: bounce,
}

async function bounce(
  services: Services,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  line: BankLineRow,
): Promise<void> {
  const { withdrawal_id, customer_id } = withdrawal
  const { line_id, amount_micros } = line
  await postLine(tx, line, {
    posting: 'withdrawal_bounced',
    debit: SUSPENSE,
    credit: { code: 'customer_available', owner_id: customer_id },
    flow: withdrawalFlow(withdrawal_id),
  })
  const ended_at = services.clock.now()
  await assignLine(tx, line_id, 'withdrawal', withdrawal_id, ended_at)
  await moveWithdrawal(tx, withdrawal_id, {
    status: 'bounced',
    ended_at,
    ended_reason: 'bank_return',
    return_line_id: line_id,
  })
  await notifyWithdrawal(tx, { ...withdrawal, amount_micros }, 'withdrawal_bounced')
}

/** The second person's half of `bounce-withdrawal`. */
const withdrawalBouncedAct = approvedAct(withdrawalBouncing, {
  payload: z.strictObject({ withdrawal_id: z.uuid(), line_id: z.uuid() }),
  facts: async (services, tx, { withdrawal_id, line_id }) => {
    const { line } = await returned(tx, { withdrawal_id }, line_id)
    const back = `${moneyText(services, line.amount_micros)} of bank line ${line.bank_reference}, paid by ${line.counterparty_name}`
    return await withdrawalFacts(services, tx, withdrawal_id, [
      `Book ${back}, as what the bank returned of`,
      'bounced',
    ])
  },
  apply: async (services, tx, { withdrawal_id, line_id }) => {
    const { withdrawal, line } = await returned(tx, { withdrawal_id }, line_id)
    await bounce(services, tx, withdrawal, line)
    return { withdrawal_id, status: 'bounced' }
  },
})

/**
 * `bounce-withdrawal`: a paid-in line is what the bank returned of a confirmed withdrawal, which lost the number or some
 * of the money. Throws `withdrawal_not_found`, `record_not_found`, `state_conflict`.
 */
export const bounceWithdrawalVerb = proposalVerb(bounceWithdrawal, {
  act: withdrawalBouncedAct,
  ask: async (_services, tx, { number, line_id }) => {
    const { withdrawal, line } = await returned(tx, { number }, line_id)
    const about = aboutWithdrawal(withdrawal, `Bank line ${line.bank_reference} returns ${number}`)
    return { ...about, payload: { ...about.payload, line_id } }
  },
})

/** A confirmed withdrawal and an undecided line of at most its payout, both locked. */
async function returned(
  tx: Transaction,
  by: Parameters<typeof lockedWithdrawal>[1],
  line_id: string,
): Promise<{ withdrawal: WithdrawalRow; line: BankLineRow }> {
  const withdrawal = await lockedWithdrawal(tx, by)
  const line = await unassignedLine(tx, line_id)
  if (withdrawal.status !== 'confirmed' || line.amount_micros > (withdrawal.payout_micros ?? 0n))
    throw new Refusal('state_conflict')
  return { withdrawal, line }
}

/** The second person's half of `refused-withdrawal`: reverses everything that was sent, including the rail's fee. */
const withdrawalRefusedAct = approvedAct(withdrawalRefusing, {
  payload: z.strictObject({ withdrawal_id: z.uuid() }),
  facts: async (services, tx, { withdrawal_id }) =>
    await withdrawalFacts(services, tx, withdrawal_id, ['Take back, as the bank refused it,', 'bounced']),
  apply: async (services, tx, { withdrawal_id }) => {
    const withdrawal = await lockSent(tx, { withdrawal_id })
    const sent = (await transfersByCause(tx, 'withdrawal', withdrawal_id)).filter(
      ({ reverses_id, posting }) => reverses_id === null && posting === 'withdrawal_sent',
    )
    const cause: Cause = { kind: 'withdrawal', id: withdrawal_id }
    const flow = withdrawalFlow(withdrawal_id)
    const back_micros = sent.reduce((sum, one) => sum + one.amount_micros, 0n)
    await postTransfers(tx, [
      ...sent.map(({ id }): Transfer => ({ id: newId(), kind: 'reversal', reverses_id: id, cause, flow })),
      {
        id: newId(),
        kind: 'posted',
        posting: 'withdrawal_ended',
        debit: { code: 'withdrawal_hold', owner_id: withdrawal.customer_id },
        credit: { code: 'customer_available', owner_id: withdrawal.customer_id },
        amount_micros: back_micros,
        cause,
        flow,
      },
    ])
    await moveWithdrawal(tx, withdrawal_id, {
      status: 'bounced',
      ended_at: services.clock.now(),
      ended_reason: 'bank_refused',
    })
    await notifyWithdrawal(tx, { ...withdrawal, amount_micros: back_micros }, 'withdrawal_bounced')
    return { withdrawal_id, status: 'bounced' }
  },
})

/** `refused-withdrawal`: on the bank's own report. Throws `withdrawal_not_found`, `state_conflict` unless it is `sent`. */
export const refusedWithdrawalVerb = proposalVerb(refusedWithdrawal, {
  act: withdrawalRefusedAct,
  ask: async (_services, tx, { number, evidence }) =>
    aboutWithdrawal(await lockSent(tx, { number }), `Refused by the bank: ${evidence}`),
})

async function lockSent(tx: Transaction, by: Parameters<typeof lockedWithdrawal>[1]): Promise<WithdrawalRow> {
  const withdrawal = await lockedWithdrawal(tx, by)
  if (withdrawal.status !== 'sent') throw new Refusal('state_conflict', { field: 'status' })
  return withdrawal
}
