import { payoutReturning, returnPayout } from '@adtally/contract/operator/finance/parties-money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type Cause, postTransfers, type Transfer, transfersByCause } from '../ledger/index.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import { assignLine, type BankLineRow, unassignedLine } from '../wallet/index.ts'
import { lockPayout, movePayout, type PayoutRow } from './repository.ts'

const payoutReturnAct = approvedAct(payoutReturning, {
  payload: z.strictObject({
    number: z.string(),
    return_line_id: z.nullable(z.uuid()),
    return_reason: z.string(),
  }),
  facts: async (services, tx, { number, return_line_id, return_reason }) => {
    const { payout, line } = await returned(tx, number, return_line_id)
    const amount = moneyText(services, payout.amount_micros)
    const how = line ? `as bank line ${line.bank_reference} brought it back` : 'as the bank did not pay it'
    return {
      sum_micros: payout.amount_micros,
      says: `Give ${amount} of payout ${number} back to its party (${payout.source}), ${how}: ${return_reason}`,
      before: { status: payout.status, amount },
      after: { status: 'returned', amount },
    }
  },
  apply: async (services, tx, { number, return_line_id, return_reason }) => {
    const { payout, line } = await returned(tx, number, return_line_id)
    await postTransfers(tx, await reversals(tx, payout, line))
    const returned_at = services.clock.now()
    if (line) await assignLine(tx, line.line_id, 'payout', payout.payout_id, returned_at)
    await movePayout(tx, payout.payout_id, {
      status: 'returned',
      return_line_id: line?.line_id ?? null,
      return_reason,
      returned_at,
    })
    return { number, status: 'returned' }
  },
})

/**
 * `return-payout`: proposes that a payout did not reach its party: the bank refused it (no line), or sent it back by a
 * paid-in line. The money is the party's again.
 */
export const returnPayoutVerb = proposalVerb(returnPayout, {
  act: payoutReturnAct,
  ask: async (_services, tx, { number, line_id, reason }) => {
    const { payout } = await returned(tx, number, line_id ?? null)
    return {
      subject: { kind: 'payout', id: payout.payout_id },
      payload: { number, return_line_id: line_id ?? null, return_reason: reason },
      reason,
    }
  },
})

async function returned(tx: Transaction, number: string, line_id: string | null) {
  const payout = await lockPayout(tx, number)
  if (!payout) throw new Refusal('record_not_found', { field: 'number' })
  // Once the bank has paid it out, a payout can only come back with a line, and before that only without.
  const is_in_state = line_id === null ? payout.status === 'sent' : payout.status === 'confirmed'
  if (!is_in_state) throw new Refusal('state_conflict', { field: 'number' })
  const line = line_id === null ? null : await unassignedLine(tx, line_id)
  if (line && line.amount_micros !== payout.amount_micros)
    throw new Refusal('state_conflict', { field: 'line_id' })
  return { payout, line }
}

/**
 * Reverses every entry, so that only the party's and the bank's accounts change: what the paid-in line put into
 * suspense, what the paid-out line took from transit, and the payout itself.
 */
async function reversals(tx: Transaction, payout: PayoutRow, line: BankLineRow | null): Promise<Transfer[]> {
  const own = await transfersByCause(tx, 'payout', payout.payout_id)
  const out = line && payout.line_id ? await transfersByCause(tx, 'bank_line', payout.line_id) : []
  const back = line ? await transfersByCause(tx, 'bank_line', line.line_id) : []
  const own_cause: Cause = { kind: 'payout', id: payout.payout_id }
  const cause: Cause = line ? { kind: 'bank_line', id: line.line_id } : own_cause
  const posted = [...back, ...out, ...own].filter(({ reverses_id }) => reverses_id === null)
  return posted.map(({ id, amount_micros }) => ({
    id: newId(),
    kind: 'reversal',
    reverses_id: id,
    amount_micros,
    cause: own.some((entry) => entry.id === id) ? own_cause : cause,
  }))
}
