import {
  acceptorLimiting,
  bondBooking,
  matchBond,
  setAcceptorLimit,
} from '@adtally/contract/operator/finance/acceptors.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import { assignLine, lineOfParty, postLine, SUSPENSE } from '../wallet/index.ts'
import { acceptorById, insertBondTopUp, lockAcceptor, readBond, setLimit } from './acceptors.repository.ts'
import { microsText } from './fields.ts'

/** The second person's half of `match-bond`. Throws `record_not_found`, `state_conflict`, `deposit_match_refused`. */
const bondBookAct = approvedAct(bondBooking, {
  payload: z.strictObject({ line_id: z.uuid(), acceptor_id: z.uuid() }),
  facts: async (services, tx, { line_id, acceptor_id }) => {
    const line = await bondLine(tx, line_id, acceptor_id)
    const amount = moneyText(services, line.amount_micros)
    const acceptor = await acceptorById(tx, acceptor_id)
    return {
      sum_micros: line.amount_micros,
      says: `Book ${amount} of bank line ${line.bank_reference}, paid by ${line.counterparty_name}, as the bond of acceptor ${acceptor?.name}`,
      before: { line: 'unassigned' },
      after: { line: 'bond', amount },
    }
  },
  apply: async (services, tx, { line_id, acceptor_id }) => {
    const line = await bondLine(tx, line_id, acceptor_id)
    const top_up_id = newId()
    const credit = { code: 'acceptor_bond', owner_id: acceptor_id } as const
    await postLine(tx, line, { posting: 'party_paid_in', debit: SUSPENSE, credit })
    await insertBondTopUp(tx, { top_up_id, acceptor_id, line_id, amount_micros: line.amount_micros })
    await assignLine(tx, line_id, 'bond', top_up_id, services.clock.now())
    return { top_up_id, bond: formatAmount(await readBond(tx, acceptor_id)) }
  },
})

/** `match-bond`: proposes that a bank line is an acceptor's bond; the payer must be its own account. */
export const matchBondVerb = proposalVerb(matchBond, {
  act: bondBookAct,
  ask: async (_services, tx, { line_id, acceptor_id }) => {
    const { bank_reference } = await bondLine(tx, line_id, acceptor_id)
    return {
      subject: { kind: 'bank_line', id: line_id },
      payload: { line_id, acceptor_id },
      reason: `Bond on bank line ${bank_reference}, paid from the acceptor's own account`,
    }
  },
})

async function bondLine(tx: Transaction, line_id: string, acceptor_id: string) {
  const acceptor = await acceptorById(tx, acceptor_id)
  if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
  return await lineOfParty(tx, line_id, acceptor)
}

const acceptorLimitAct = approvedAct(acceptorLimiting, {
  payload: z.strictObject({ acceptor_id: z.uuid(), limit_micros: microsText }),
  facts: async (services, tx, { acceptor_id, limit_micros }) => {
    const acceptor = await lockAcceptor(tx, acceptor_id)
    if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
    const limit = moneyText(services, limit_micros)
    return {
      sum_micros: limit_micros,
      says: `Let open orders of acceptor ${acceptor.name} come to ${limit}, of a bond of ${moneyText(services, acceptor.bond_micros)}`,
      before: { limit: moneyText(services, acceptor.limit_micros) },
      after: { limit },
    }
  },
  apply: async (_services, tx, { acceptor_id, limit_micros }) => {
    await checkLimit(tx, acceptor_id, limit_micros)
    await setLimit(tx, acceptor_id, limit_micros)
    return { acceptor_id, limit: formatAmount(limit_micros) }
  },
})

/** `set-acceptor-limit`: proposes what an acceptor's open orders may come to together, at most the bond. */
export const setAcceptorLimitVerb = proposalVerb(setAcceptorLimit, {
  act: acceptorLimitAct,
  ask: async (_services, tx, { acceptor_id, limit, reason }) => {
    await checkLimit(tx, acceptor_id, limit)
    return {
      subject: { kind: 'acceptor', id: acceptor_id },
      payload: { acceptor_id, limit_micros: limit },
      reason,
    }
  },
})

/** Throws `record_not_found`, and `acceptor_limit_exceeded` where the limit is above the bond. */
async function checkLimit(tx: Transaction, acceptor_id: string, limit_micros: bigint): Promise<void> {
  const acceptor = await lockAcceptor(tx, acceptor_id)
  if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
  if (limit_micros > acceptor.bond_micros) throw new Refusal('acceptor_limit_exceeded', { field: 'limit' })
}
