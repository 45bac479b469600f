import { closeDifference, differenceClosing } from '@adtally/contract/operator/finance/books.ts'
import { numberText } from '@adtally/contract/operator/statement/fields.ts'
import { sha256 } from '@adtally/contract/service/file-content.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { type ItemView, insertClosing, itemViews } from './repository.ts'

/** The second person's half. Throws `record_not_found`, `state_conflict` where it is closed already. */
const closeDifferenceAct = approvedAct(differenceClosing, {
  payload: z.strictObject({ number: numberText('R'), explanation: z.string(), evidence_hash: sha256 }),
  facts: async (_services, tx, { number, explanation }) => {
    const { proof, subject } = await openItem(tx, number)
    return {
      says: `Close difference ${number}: ${explanation}`,
      before: { state: 'open', proof, subject },
      after: { state: 'closed', proof, subject },
    }
  },
  apply: async (_services, tx, { number, explanation, evidence_hash }, { maker, checker, proposal_id }) => {
    const { item_id } = await openItem(tx, number)
    const closed = await insertClosing(tx, {
      item_id,
      explanation,
      evidence_hash: Buffer.from(evidence_hash, 'hex'),
      maker_id: maker.staff_id,
      checker_id: checker.staff_id,
      proposal_id,
    })
    if (!closed) throw new Refusal('state_conflict', { field: 'number' })
    return { number, closed: true }
  },
})

/** `close-difference`: the first person explains a difference, with evidence. Closing it changes no balance. */
export const closeDifferenceVerb = proposalVerb(closeDifference, {
  act: closeDifferenceAct,
  ask: async (_services, tx, { number, explanation }) => {
    const { item_id } = await openItem(tx, number)
    return {
      subject: { kind: 'reconciliation_item', id: item_id },
      payload: { number, explanation },
      reason: explanation,
    }
  },
})

async function openItem(tx: Transaction, number: string): Promise<ItemView> {
  const [item] = await itemViews(tx, { number })
  if (!item) throw new Refusal('record_not_found', { field: 'number' })
  if (item.closed_at !== null) throw new Refusal('state_conflict', { field: 'number' })
  return item
}
