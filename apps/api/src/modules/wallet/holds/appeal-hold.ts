import type { AppealDecision } from '@adtally/contract/enums.ts'
import { decideHoldAppeal } from '@adtally/contract/operator/finance/holds.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import type { StaffAct } from '@adtally/contract/staff-acts.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { tellCustomer } from '../../customer-notice.ts'
import type { Staff } from '../../module.ts'
import { keepEvidenceOfAct, readEvidence } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { lockWallet } from '../repository.ts'
import {
  appealOfRequest,
  appealsOf,
  decideAppealRow,
  type HoldRow,
  holdOwner,
  insertAppeal,
  lockAppeal,
  lockOpenHold,
} from './holds.repository.ts'
import { release } from './release-hold.ts'

/** The audit's name of a decision. */
const APPEAL_DECIDED: StaffAct = 'hold.appeal_decided'

/** Successive appeals against one hold: enough for new evidence, too few to flood. */
const APPEALS_MAX = 3

/**
 * The customer appeals against a hold (PRODUCT §2.4); a repeated request changes nothing. Throws `hold_not_found`,
 * `hold_appeal_open`, `hold_appeals_too_many`, `request_id_reused`.
 */
export async function appealHold(
  services: Services,
  customer_id: string,
  input: { request_id: string; hold_id: string; grounds: string },
): Promise<void> {
  const { request_id, hold_id, grounds } = input
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await lockWallet(tx, customer_id)
    const before = await appealOfRequest(tx, customer_id, request_id)
    if (before?.hold_id === hold_id && before.grounds === grounds) return
    if (before) throw new Refusal('request_id_reused', { field: 'request_id' })
    const hold = await lockOpenHold(tx, hold_id)
    if (!hold) throw new Refusal('hold_not_found', { field: 'hold_id' })
    const appeals = await appealsOf(tx, hold_id)
    if (appeals.some(({ decided_at }) => decided_at === null)) throw new Refusal('hold_appeal_open')
    if (appeals.length >= APPEALS_MAX) throw new Refusal('hold_appeals_too_many')
    const appeal_id = newId()
    await insertAppeal(tx, {
      appeal_id,
      hold_id,
      customer_id,
      request_id,
      grounds,
      filed_at: services.clock.now(),
      decision: null,
      answer: null,
      decided_by: null,
      decided_at: null,
    })
    await audit.byCustomer(tx, customer_id, {
      action: 'hold.appealed',
      subject: { kind: 'hold', id: hold_id },
      details: { appeal_id },
    })
  })
}

/** Whether this person proposed, approved or extended the hold: they may not decide its appeals. */
function hasPlaced(
  hold: Pick<HoldRow, 'proposed_by' | 'approved_by' | 'extended_by'>,
  staff: Staff,
): boolean {
  return [hold.proposed_by, hold.approved_by, hold.extended_by].includes(staff.staff_id)
}

/**
 * Somebody who took no part in the hold decides an appeal, with an answer to the customer; `released` ends the hold.
 * Throws `record_not_found`, `state_conflict` (decided, or the hold has ended), `four_eyes`, and what `readEvidence` throws.
 */
export async function decideAppeal(
  services: Services,
  staff: Staff,
  input: StaffInputOf<typeof decideHoldAppeal>,
): Promise<{ appeal_id: string; decision: AppealDecision }> {
  const { appeal_id, decision, answer, evidence_file } = input
  const evidence = evidence_file && (await readEvidence(evidence_file))
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const appeal = await lockAppeal(tx, appeal_id)
    if (!appeal) throw new Refusal('record_not_found', { field: 'appeal_id' })
    const { hold_id } = appeal
    await lockWallet(tx, (await holdOwner(tx, hold_id)) ?? appeal.customer_id)
    const hold = await lockOpenHold(tx, hold_id)
    if (appeal.decided_at !== null || !hold) throw new Refusal('state_conflict', { field: 'appeal_id' })
    if (hasPlaced(hold, staff)) throw new Refusal('four_eyes')
    if (decision === 'released') await release(services, tx, hold, staff.username)
    await answerAppeal(services, tx, staff, { appeal_id, hold, decision, answer })
    if (evidence) {
      const act = { action: APPEAL_DECIDED, subject: { kind: 'hold', id: hold_id } }
      await keepEvidenceOfAct(services, tx, staff, { ...act, evidence, roles: decideHoldAppeal.roles })
    }
    return { appeal_id, decision }
  })
}

/** Records the decision of an open appeal, also in the audit log, and notifies the customer. */
export async function answerAppeal(
  services: Services,
  tx: Transaction,
  staff: Staff,
  decided: { appeal_id: string; hold: HoldRow; decision: AppealDecision; answer: string },
): Promise<void> {
  const { appeal_id, decision, answer } = decided
  const { hold_id, customer_id, amount_micros } = decided.hold
  const decided_at = services.clock.now()
  await decideAppealRow(tx, appeal_id, { decision, answer, decided_by: staff.staff_id, decided_at })
  await audit.byStaff(tx, staff, {
    action: APPEAL_DECIDED,
    subject: { kind: 'hold', id: hold_id },
    customer_id,
    reason: answer,
    details: { appeal_id, decision },
  })
  await tellCustomer(tx, customer_id, {
    message: 'hold_appeal_decided',
    values: { decision, answer, amount: formatAmount(amount_micros) },
    subject: { kind: 'hold', id: hold_id },
  })
}
