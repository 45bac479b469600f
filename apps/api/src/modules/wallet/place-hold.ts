import { createHash } from 'node:crypto'
import { HOLD_REASONS } from '@adtally/contract/enums.ts'
import { amountInput, text } from '@adtally/contract/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import * as audit from '../audit/index.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { postTransfers } from '../ledger/index.ts'
import { approvedAct, type Staff } from '../module.ts'
import { type Proposed, propose } from '../operators/index.ts'
import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { release } from './release-hold.ts'
import { extendHold, heldMsOfYear, insertHolds, lockOpenHold } from './repository.ts'
import { HOLD_RELEASE_JOB, isLegalHold } from './rules.ts'

const HELD_MS_OF_YEAR_MAX = 10 * 86_400_000
const LEGAL_REVIEW_MS = 30 * 86_400_000

/** Reasons that staff may state; a new beneficiary's hold places itself. */
const STATED_REASONS = HOLD_REASONS.filter((reason) => reason !== 'new_beneficiary')

/** What a hold is proposed with: `evidence` names the facts; the same facts can't hold twice. */
export const holdInput = z.strictObject({
  customer_id: z.uuid(),
  reason: z.enum(STATED_REASONS),
  amount: amountInput,
  evidence: text(500),
  /** For legal holds: SHA-256 of the order, hexadecimal, and the authority. */
  document_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'field_invalid'))),
  authority: z.optional(text(160)),
})

const holdPayload = z.strictObject({
  customer_id: z.uuid(),
  reason: z.enum(STATED_REASONS),
  amount_micros: z.string().check(z.regex(/^\d+$/)),
  evidence: z.string(),
})

/** Proposes a hold from the closed list (PRODUCT §2.4). Throws `field_required` where a legal hold names no document. */
export async function proposeHold(
  services: Services,
  staff: Staff,
  input: z.infer<typeof holdInput>,
): Promise<Proposed> {
  const { customer_id, reason, amount } = input
  if (isLegalHold(reason) && !input.document_hash)
    throw new Refusal('field_required', { field: 'document_hash' })
  if (isLegalHold(reason) && !input.authority) throw new Refusal('field_required', { field: 'authority' })
  const evidence = [input.evidence, input.authority, input.document_hash].filter(Boolean).join(' · ')
  return await services.database.transaction({ kind: 'system' }, (tx) =>
    propose(tx, {
      action: 'hold.place',
      subject_kind: 'customer',
      subject_id: customer_id,
      customer_id,
      payload: { customer_id, reason, amount_micros: amount, evidence },
      reason: isLegalHold(reason) ? 'Legal hold' : evidence,
      maker: staff,
    }),
  )
}

/** The second person's half of `proposeHold`. Throws `insufficient_balance`, `record_exists` (same facts), `state_conflict` (ten days a year). */
export const holdPlaceAct = approvedAct({
  action: 'hold.place',
  checker_roles: ['risk', 'finance_checker'],
  payload: holdPayload,
  apply: async (services, tx, payload) => {
    const { customer_id, reason, evidence } = payload
    const now = services.clock.now()
    const policy = policies.current(services)
    if (
      !isLegalHold(reason) &&
      (await heldMsOfYear(tx, customer_id, now)) + policy.hold_limit_ms > HELD_MS_OF_YEAR_MAX
    ) {
      throw new Refusal('state_conflict', { field: 'reason' })
    }
    const hold_id = newId()
    const amount_micros = BigInt(payload.amount_micros)
    const deadline = new Date(now.getTime() + (isLegalHold(reason) ? LEGAL_REVIEW_MS : policy.hold_limit_ms))
    await moveToHold(tx, customer_id, hold_id, amount_micros)
    await insertHolds(tx, [
      {
        hold_id,
        customer_id,
        reason,
        source: 'available',
        withdrawal_id: null,
        amount_micros,
        fact_hash: createHash('sha256').update(evidence).digest(),
        evidence,
        created_at: now,
        deadline,
      },
    ])
    await schedule(tx, { kind: HOLD_RELEASE_JOB, subject_id: hold_id, due_at: deadline })
    await notifyCustomer(tx, {
      customer_id,
      category: 'activity',
      message: 'hold_placed',
      values: { amount: formatAmount(amount_micros), deadline: deadline.toISOString() },
      subject_kind: 'hold',
      subject_id: hold_id,
    })
    return { hold_id, deadline }
  },
})

async function moveToHold(
  tx: Transaction,
  customer_id: string,
  hold_id: string,
  amount_micros: bigint,
): Promise<void> {
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'hold',
      debit: { code: 'customer_available', owner_id: customer_id },
      credit: { code: 'risk_hold', owner_id: customer_id },
      amount_micros,
      cause: { kind: 'hold', id: hold_id },
      flow: { id: hold_id, type: 'hold', subject_kind: 'hold', subject_id: hold_id },
      reason_if_short: 'insufficient_balance',
    },
  ])
}

/** Proposes a hold's one extension, to ten days from its start at most. Throws `record_not_found`, `state_conflict`. */
export async function proposeExtension(
  services: Services,
  staff: Staff,
  input: { hold_id: string; reason: string },
): Promise<Proposed> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const hold = await extendable(tx, input.hold_id)
    return await propose(tx, {
      action: 'hold.extend',
      subject_kind: 'hold',
      subject_id: hold.hold_id,
      customer_id: hold.customer_id,
      payload: { hold_id: hold.hold_id },
      reason: input.reason,
      maker: staff,
    })
  })
}

/** The second person's half of `proposeExtension`. */
export const holdExtendAct = approvedAct({
  action: 'hold.extend',
  checker_roles: ['risk', 'finance_checker'],
  payload: z.strictObject({ hold_id: z.uuid() }),
  apply: async (services, tx, { hold_id }, { checker }) => {
    const hold = await extendable(tx, hold_id)
    const policy = policies.current(services)
    const deadline = new Date(hold.created_at.getTime() + policy.hold_extended_limit_ms)
    await extendHold(tx, hold_id, deadline, checker.staff_id)
    await schedule(tx, { kind: HOLD_RELEASE_JOB, subject_id: hold_id, due_at: deadline })
    return { hold_id, deadline }
  },
})

async function extendable(tx: Transaction, hold_id: string) {
  const hold = await lockOpenHold(tx, hold_id)
  if (!hold) throw new Refusal('record_not_found', { field: 'hold_id' })
  if (hold.extended_by !== null || hold.reason === 'new_beneficiary')
    throw new Refusal('state_conflict', { field: 'hold_id' })
  return hold
}

/** Releases a hold before its deadline; one person may, since it only gives back. Throws `record_not_found`. */
export async function releaseEarly(
  services: Services,
  staff: Staff,
  input: { hold_id: string; reason: string },
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const hold = await lockOpenHold(tx, input.hold_id)
    if (!hold) throw new Refusal('record_not_found', { field: 'hold_id' })
    await release(services, tx, hold, staff.username)
    await audit.append(tx, {
      actor: { kind: 'staff', staff },
      action: 'hold.released',
      subject: { kind: 'hold', id: hold.hold_id },
      customer_id: hold.customer_id,
      reason: input.reason,
    })
    return { hold_id: hold.hold_id }
  })
}
