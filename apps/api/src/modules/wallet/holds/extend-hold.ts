import { id } from '@adtally/contract/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { notifyCustomer } from '../../customer-notice.ts'
import { nameOfCustomer } from '../../identity/index.ts'
import { approvedAct, type Staff } from '../../module.ts'
import { type Proposed, propose } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import { moneyText, type ProposalFacts } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { reasonText, sha256Text } from '../../verb-fields.ts'
import { HOLD_RELEASE_JOB, isLegalHold } from '../rules.ts'
import { extendedDeadline, isExtendable, reviewedDeadline } from './hold-rules.ts'
import { type HoldRow, heldMsOfYear, updateHold } from './holds.repository.ts'
import { lockedHold } from './release-hold.ts'

const byId = z.strictObject({ hold_id: z.uuid() })

/** Proposes a hold's only extension, to ten days from its start. Throws `record_not_found`, `state_conflict`. */
export async function proposeExtension(
  services: Services,
  staff: Staff,
  input: { hold_id: string; reason: string },
): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { hold_id, customer_id } = await extendable(tx, input.hold_id)
    return await propose(services, tx, {
      act: holdExtendAct,
      subject_kind: 'hold',
      subject_id: hold_id,
      customer_id,
      payload: { hold_id },
      reason: input.reason,
      maker: staff,
    })
  })
}

/** The second person's half of `proposeExtension`. Throws `hold_days_exhausted` if no days of the year are left. */
export const holdExtendAct = approvedAct({
  action: 'hold.extend',
  checker_roles: ['risk', 'finance_checker'],
  payload: byId,
  facts: async (services, tx, { hold_id }) =>
    await holdFacts(services, tx, hold_id, 'Extend, once and to ten days from its start at most,'),
  apply: async (services, tx, { hold_id }, { checker }) => {
    const hold = await extendable(tx, hold_id)
    const deadline = extendedDeadline(hold, {
      limit_ms: policies.current(services).hold_extended_limit_ms,
      held_ms: await heldMsOfYear(tx, hold.customer_id, services.clock.now(), hold_id),
    })
    if (!deadline) throw new Refusal('hold_days_exhausted', { field: 'hold_id' })
    await moveDeadline(tx, hold, deadline, { extended_by: checker.staff_id })
    return { hold_id, deadline }
  },
})

/** The proposal of a legal hold's review, with the order's current document. */
export const reviewInput = z.strictObject({
  hold_id: id,
  document_hash: sha256Text,
  reason: reasonText,
})

/**
 * Proposes to continue a legal hold for 30 days after reviewing the order's document; otherwise it is released
 * automatically (PRODUCT §2.4). Throws `record_not_found`, `state_conflict`.
 */
export async function proposeReview(
  services: Services,
  staff: Staff,
  input: z.infer<typeof reviewInput>,
): Promise<Proposed> {
  const { document_hash, reason } = input
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { hold_id, customer_id } = await legal(tx, input.hold_id)
    return await propose(services, tx, {
      act: holdReviewAct,
      subject_kind: 'hold',
      subject_id: hold_id,
      customer_id,
      payload: { hold_id, document_hash },
      reason: `Legal hold reviewed: ${reason}`,
      maker: staff,
    })
  })
}

export const holdReviewAct = approvedAct({
  action: 'hold.review',
  checker_roles: ['risk', 'finance_checker'],
  payload: z.strictObject({ hold_id: z.uuid(), document_hash: z.string() }),
  facts: async (services, tx, { hold_id, document_hash }) => {
    const facts = await holdFacts(services, tx, hold_id, 'Let stand for 30 days more')
    return { ...facts, after: { ...facts.after, document_hash } }
  },
  apply: async (services, tx, { hold_id }) => {
    const hold = await legal(tx, hold_id)
    const deadline = reviewedDeadline(hold, services.clock.now())
    await moveDeadline(tx, hold, deadline, { review_count: hold.review_count + 1 })
    return { hold_id, deadline }
  },
})

async function extendable(tx: Transaction, hold_id: string): Promise<HoldRow> {
  const hold = await lockedHold(tx, hold_id)
  if (hold.extended_by !== null || hold.clock_stopped_at !== null || !isExtendable(hold.reason))
    throw new Refusal('state_conflict', { field: 'hold_id' })
  return hold
}

async function legal(tx: Transaction, hold_id: string): Promise<HoldRow> {
  const hold = await lockedHold(tx, hold_id)
  if (!isLegalHold(hold.reason)) throw new Refusal('state_conflict', { field: 'hold_id' })
  return hold
}

async function moveDeadline(
  tx: Transaction,
  { hold_id, customer_id, amount_micros }: HoldRow,
  deadline: Date,
  by: { extended_by: string } | { review_count: number },
): Promise<void> {
  await updateHold(tx, hold_id, { deadline, ...by })
  await schedule(tx, { kind: HOLD_RELEASE_JOB, subject_id: hold_id, due_at: deadline })
  await notifyCustomer(tx, {
    customer_id,
    category: 'activity',
    message: 'hold_extended',
    values: { amount: formatAmount(amount_micros), deadline: deadline.toISOString() },
    subject_kind: 'hold',
    subject_id: hold_id,
  })
}

async function holdFacts(
  services: Services,
  tx: Transaction,
  hold_id: string,
  verb: string,
): Promise<ProposalFacts> {
  const hold = await lockedHold(tx, hold_id)
  const amount = moneyText(services, hold.amount_micros)
  const whose = await nameOfCustomer(tx, hold.customer_id)
  const told = { amount, reason: hold.reason, deadline: hold.deadline.toISOString() }
  return {
    says: `${verb} the hold of ${amount} of ${whose}: ${hold.reason}`,
    before: told,
    after: { ...told, deadline: 'later' },
  }
}
