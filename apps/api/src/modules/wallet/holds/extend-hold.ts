import {
  extendHold,
  holdExtending,
  holdReviewing,
  reviewHold,
} from '@adtally/contract/operator/finance/holds.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { nameOfCustomer } from '../../identity/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import { moneyText, type ProposalFacts } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { HOLD_RELEASE_JOB, isLegalHold } from '../rules.ts'
import { extendedDeadline, isExtendable, reviewedDeadline } from './hold-rules.ts'
import { type HoldRow, heldMsOfYear, updateHold } from './holds.repository.ts'
import { lockedHold } from './release-hold.ts'

/** The second person's half of `extend-hold`. Throws `hold_days_exhausted` where the year has no days left. */
const holdExtendAct = approvedAct(holdExtending, {
  payload: z.strictObject({ hold_id: z.uuid() }),
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

/** `extend-hold`: a hold's one extension, to ten days from its start at most. Throws `record_not_found`, `state_conflict`. */
export const extendHoldVerb = proposalVerb(extendHold, {
  act: holdExtendAct,
  ask: async (_services, tx, { hold_id, reason }) => {
    const { customer_id } = await extendable(tx, hold_id)
    return { subject: { kind: 'hold', id: hold_id }, customer_id, payload: { hold_id }, reason }
  },
})

const holdReviewAct = approvedAct(holdReviewing, {
  payload: z.strictObject({ hold_id: z.uuid() }),
  facts: async (services, tx, { hold_id }) =>
    await holdFacts(services, tx, hold_id, 'Let stand for 30 days more'),
  apply: async (services, tx, { hold_id }) => {
    const hold = await legal(tx, hold_id)
    const deadline = reviewedDeadline(hold, services.clock.now())
    await moveDeadline(tx, hold, deadline, { review_count: hold.review_count + 1 })
    return { hold_id, deadline }
  },
})

/**
 * `review-hold`: that a legal hold stand for 30 days more, on the order's document looked at again; without it the hold
 * releases by itself (PRODUCT §2.4). Throws `record_not_found`, `state_conflict`.
 */
export const reviewHoldVerb = proposalVerb(reviewHold, {
  act: holdReviewAct,
  ask: async (_services, tx, { hold_id, reason }) => ({
    subject: { kind: 'hold', id: hold_id },
    customer_id: (await legal(tx, hold_id)).customer_id,
    payload: { hold_id },
    reason: `Legal hold reviewed: ${reason}`,
  }),
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
  await tellCustomer(tx, customer_id, {
    message: 'hold_extended',
    values: { amount: formatAmount(amount_micros), deadline: deadline.toISOString() },
    subject: { kind: 'hold', id: hold_id },
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
    sum_micros: hold.amount_micros,
    says: `${verb} the hold of ${amount} of ${whose}: ${hold.reason}`,
    before: told,
    after: { ...told, deadline: 'later' },
  }
}
