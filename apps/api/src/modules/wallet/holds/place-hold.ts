import { HOLD_DOCUMENTS_MAX } from '@adtally/contract/money/holds.ts'
import { holdPlacing, placeHold, STATED_HOLD_REASONS } from '@adtally/contract/operator/finance/holds.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import { sha256 } from '@adtally/contract/service/file-content.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { customerOfHandle, nameOfCustomer } from '../../identity/index.ts'
import { postTransfers } from '../../ledger/index.ts'
import { approvedAct } from '../../module.ts'
import { type Evidence, proposalVerb } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import { factsFrom, moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { holdFlow } from '../funds/flows.ts'
import { lockWallet, lockWithdrawal, moveWithdrawal } from '../repository.ts'
import { HOLD_RELEASE_JOB, isLegalHold } from '../rules.ts'
import { refuseOrdered } from '../withdrawals/payouts.repository.ts'
import { payoutOf } from '../withdrawals/withdrawal-eligibility.ts'
import { factHash, firstDeadline } from './hold-rules.ts'
import {
  disputedOf,
  type HoldRow,
  heldMsOfYear,
  insertHoldDocuments,
  insertHolds,
  isRepeatedHold,
  lockOpenHoldsOf,
  type NewHold,
} from './holds.repository.ts'

const holdPayload = z.strictObject({
  customer_id: z.uuid(),
  reason: z.enum(STATED_HOLD_REASONS),
  amount_micros: z.string().check(z.regex(/^\d+$/)),
  evidence: z.string(),
  facts: z.array(z.string()),
  evidence_hash: z.optional(sha256),
  authority: z.nullable(z.string()),
  deposit_id: z.nullable(z.uuid()),
  documents: z.array(z.string()).check(z.maxLength(HOLD_DOCUMENTS_MAX)),
  withdrawal: z.nullable(z.string()),
})
type HoldPayload = z.infer<typeof holdPayload>

/** What a hold is about, each reason's own: the same facts can't hold twice (PRODUCT §2.4). */
function factsOf(input: StaffInputOf<typeof placeHold>, evidence: Evidence | undefined): string[] {
  switch (input.reason) {
    case 'identity_documents':
      return documentsOf(input.documents)
    case 'disputed_deposit':
      return [needed(input.deposit_id, 'deposit_id')]
    case 'account_theft':
      return [needed(input.report, 'report')]
    default:
      return [needed(evidence?.sha256, 'evidence_file')]
  }
}

function needed(value: string | undefined, field: string): string {
  if (value === undefined) throw new Refusal('field_required', { field })
  return value
}

function documentsOf(listed: string | undefined): string[] {
  const names = needed(listed, 'documents')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new Refusal('field_required', { field: 'documents' })
  if (names.length > HOLD_DOCUMENTS_MAX) throw new Refusal('field_too_long', { field: 'documents' })
  return names
}

/**
 * The second person's half of `place-hold`. Throws `insufficient_balance`, `hold_facts_repeated`,
 * `hold_days_exhausted` (ten days a year), `record_not_found` (deposit), `withdrawal_not_found`, `state_conflict`.
 */
const holdPlaceAct = approvedAct(holdPlacing, {
  payload: holdPayload,
  facts: async (services, tx, payload) => {
    const amount = moneyText(services, BigInt(payload.amount_micros))
    const { customer_id, reason, evidence, withdrawal, documents, authority } = payload
    const source = withdrawal === null ? 'available funds' : `withdrawal ${withdrawal}`
    return {
      sum_micros: BigInt(payload.amount_micros),
      says: `Hold ${amount} of ${source} of ${await nameOfCustomer(tx, customer_id)}: ${reason}`,
      before: {},
      after: factsFrom({
        on_hold: amount,
        reason,
        evidence,
        source,
        documents,
        authority,
        deposit: payload.deposit_id,
      }),
    }
  },
  apply: async (services, tx, payload, { maker, checker, proposal_id }) =>
    await placeOn(services, tx, payload, {
      ...{ proposal_id, proposed_by: maker.staff_id, approved_by: checker.staff_id },
    }),
})

/** `place-hold`: a hold from the closed list (PRODUCT §2.4). Throws `field_required` with what the reason needs and is not there. */
export const placeHoldVerb = proposalVerb(placeHold, {
  act: holdPlaceAct,
  ask: async (_services, tx, input, _maker, file) => {
    const { reason, amount, evidence } = input
    const facts = factsOf(input, file)
    const stated = {
      reason,
      amount_micros: amount.toString(),
      evidence,
      facts,
      authority: isLegalHold(reason) ? needed(input.authority, 'authority') : null,
      deposit_id: input.deposit_id ?? null,
      documents: reason === 'identity_documents' ? documentsOf(input.documents) : [],
      withdrawal: input.withdrawal_number ?? null,
    }
    const { customer_id } = await customerOfHandle(tx, input.customer)
    const payload: HoldPayload = { customer_id, ...stated }
    return {
      subject: { kind: 'hold_facts', id: `${customer_id}/${reason}/${factHash(facts).toString('hex')}` },
      customer_id,
      payload,
      reason: isLegalHold(reason) ? 'Legal hold' : evidence,
    }
  },
})

async function placeOn(
  services: Services,
  tx: Transaction,
  payload: HoldPayload,
  people: { proposal_id: string; proposed_by: string; approved_by: string },
): Promise<{ hold_id: string; deadline: Date | null }> {
  const { customer_id, reason, evidence } = payload
  const amount_micros = BigInt(payload.amount_micros)
  await lockWallet(tx, customer_id)
  await checkDisputed(tx, payload, amount_micros)
  const fact_hash = factHash(payload.facts)
  if (await isRepeatedHold(tx, { customer_id, reason, fact_hash })) throw new Refusal('hold_facts_repeated')
  const now = services.clock.now()
  const limit_ms = policies.current(services).hold_limit_ms
  const deadline = firstDeadline(reason, now, {
    limit_ms,
    held_ms: await heldMsOfYear(tx, customer_id, now),
  })
  if (!deadline) throw new Refusal('hold_days_exhausted', { field: 'reason' })
  const waitsForDocuments = payload.documents.length > 0
  const hold: NewHold = {
    hold_id: newId(),
    customer_id,
    reason,
    ...(await sourceOf(tx, payload.withdrawal, customer_id, amount_micros)),
    amount_micros,
    fact_hash,
    evidence,
    created_at: now,
    deadline,
    extended_by: null,
    released_at: null,
    released_by: null,
    document_hash: payload.evidence_hash === undefined ? null : Buffer.from(payload.evidence_hash, 'hex'),
    authority: payload.authority,
    ...people,
    clock_stopped_at: waitsForDocuments ? now : null,
    stopped_ms: 0n,
    review_count: 0,
  }
  await moveToHold(tx, hold)
  await insertHolds(tx, [hold])
  const { hold_id } = hold
  await insertHoldDocuments(tx, { hold_id, customer_id }, payload.documents)
  if (!waitsForDocuments)
    await schedule(tx, { kind: HOLD_RELEASE_JOB, subject_id: hold_id, due_at: deadline })
  await tellPlaced(tx, hold, payload.documents)
  return { hold_id, deadline: waitsForDocuments ? null : deadline }
}

/** Holds only disputed money, never more than the deposit (PRODUCT §2.4). */
async function checkDisputed(tx: Transaction, payload: HoldPayload, amount_micros: bigint): Promise<void> {
  if (payload.reason !== 'disputed_deposit') return
  const deposit = await disputedOf(tx, payload.customer_id, payload.deposit_id ?? '')
  if (!deposit) throw new Refusal('record_not_found', { field: 'deposit_id' })
  if (amount_micros > deposit.amount_micros) throw new Refusal('state_conflict', { field: 'amount' })
}

/** The source of the money: available funds, or the part of a withdrawal that is not sent, ordered or on hold yet. */
async function sourceOf(
  tx: Transaction,
  number: string | null,
  customer_id: string,
  amount_micros: bigint,
): Promise<Pick<HoldRow, 'source' | 'withdrawal_id'>> {
  if (number === null) return { source: 'available', withdrawal_id: null }
  const withdrawal = await lockWithdrawal(tx, { number })
  if (withdrawal?.customer_id !== customer_id) throw new Refusal('withdrawal_not_found')
  if (withdrawal.status !== 'requested' && withdrawal.status !== 'approved') {
    throw new Refusal('state_conflict', { field: 'withdrawal_number' })
  }
  const { withdrawal_id } = withdrawal
  await refuseOrdered(tx, withdrawal_id)
  const held = (await lockOpenHoldsOf(tx, withdrawal_id)).reduce((sum, one) => sum + one.amount_micros, 0n)
  const free_micros = withdrawal.amount_micros - held
  if (amount_micros > free_micros) throw new Refusal('insufficient_balance', { field: 'amount' })
  // If the rest is too little to send, the whole withdrawal waits for this hold.
  if (payoutOf(free_micros - amount_micros, withdrawal.rail_fee_micros) === 0n) {
    await moveWithdrawal(tx, withdrawal_id, { status: 'held' })
  }
  return { source: 'withdrawal_hold', withdrawal_id }
}

async function moveToHold(tx: Transaction, hold: NewHold): Promise<void> {
  const { hold_id, customer_id, source, amount_micros } = hold
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'hold',
      debit: {
        code: source === 'available' ? 'customer_available' : 'withdrawal_hold',
        owner_id: customer_id,
      },
      credit: { code: 'risk_hold', owner_id: customer_id },
      amount_micros,
      cause: { kind: 'hold', id: hold_id },
      flow: holdFlow(hold),
      reason_if_short: 'insufficient_balance',
    },
  ])
}

async function tellPlaced(tx: Transaction, hold: NewHold, documents: readonly string[]): Promise<void> {
  const amount = formatAmount(hold.amount_micros)
  await tellCustomer(tx, hold.customer_id, {
    ...(documents.length > 0
      ? { message: 'hold_documents', values: { amount, documents: documents.join(', ') } }
      : { message: 'hold_placed', values: { amount, deadline: hold.deadline.toISOString() } }),
    subject: { kind: 'hold', id: hold.hold_id },
  })
}
