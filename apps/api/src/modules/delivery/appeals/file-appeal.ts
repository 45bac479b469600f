import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import type { Staff } from '../../module.ts'
import { type Partner, scopeOf } from '../../partner-verb.ts'
import { ownedPlan } from '../../plans/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import {
  type Appeal,
  appealOfRequest,
  fileOwnAppeal,
  insertAppeal,
  type Taken,
  takenOf,
} from './appeals.repository.ts'
import { publisherVerdict } from './publisher-verdicts.repository.ts'

/**
 * A customer appeals against what a rule took back of their plan together with this event (PRODUCT §2.2); a repeated request
 * changes nothing. Throws `plan_not_found`, `verdict_not_appealable`, `verdict_appeal_late`, `verdict_appealed`,
 * `request_id_reused`.
 */
export async function fileAppeal(
  services: Services,
  customer_id: string,
  { request_id, plan_id, event_id, grounds }: FiledByCustomer,
): Promise<Appeal> {
  await ownedPlan(services, customer_id, plan_id)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const taken = await takenOf(tx, event_id)
    const asked = { plan_id, verdict_id: taken?.verdict_id, rule: taken?.rule, grounds }
    const before = await appealOfRequest(tx, customer_id, request_id)
    if (before) return ofSameRequest(before, asked)
    if (!taken || taken.plan_id !== plan_id)
      throw new Refusal('verdict_not_appealable', { field: 'event_id' })
    const appeal = await insertInTime(services, tx, taken, { grounds, customer_id, plan_id, request_id })
    if (!appeal) {
      // Of two at once by one request, the second finds what the first has filed by now.
      const filed = await appealOfRequest(tx, customer_id, request_id)
      if (filed) return ofSameRequest(filed, asked)
      throw new Refusal('verdict_appealed')
    }
    await audit.byCustomer(tx, customer_id, {
      action: 'verdict.appealed',
      subject: { kind: 'plan', id: plan_id },
      details: { appeal_id: appeal.appeal_id, verdict_id: appeal.verdict_id, rule: appeal.rule },
    })
    return appeal
  })
}

/** What a request filed before, if it asked for the same. Throws `request_id_reused`. */
function ofSameRequest(
  before: Appeal,
  asked: { plan_id: string; verdict_id: string | undefined; rule: string | undefined; grounds: string },
): Appeal {
  const is_same =
    before.plan_id === asked.plan_id &&
    before.verdict_id === asked.verdict_id &&
    before.rule === asked.rule &&
    before.grounds === asked.grounds
  if (!is_same) throw new Refusal('request_id_reused', { field: 'request_id' })
  return before
}

interface FiledByCustomer {
  request_id: string
  plan_id: string
  event_id: string
  grounds: string
}

/**
 * A person of the staff writes down a publisher's appeal against what a rule took back of what it showed, together with this
 * event, whatever the plan. Throws `verdict_not_appealable`, `verdict_appeal_late`, `verdict_appealed`.
 */
export async function filePublishersAppeal(
  services: Services,
  staff: Staff,
  { publisher_id, event_id, grounds }: { publisher_id: string; event_id: string; grounds: string },
): Promise<Appeal> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const taken = await takenOf(tx, event_id)
    if (!taken || taken.publisher_id !== publisher_id)
      throw new Refusal('verdict_not_appealable', { field: 'event_id' })
    const filed_by = staff.staff_id
    const appeal = await insertInTime(services, tx, taken, { grounds, publisher_id, filed_by })
    if (!appeal) throw new Refusal('verdict_appealed')
    await audit.byStaff(tx, staff, {
      action: 'verdict.appealed',
      subject: { kind: 'publisher', id: publisher_id },
      reason: grounds,
      details: { appeal_id: appeal.appeal_id, verdict_id: appeal.verdict_id, rule: appeal.rule },
    })
    return appeal
  })
}

/**
 * A publisher's own people appeal against what a rule took back together of what it showed, whatever the plan. Throws
 * `verdict_not_appealable`, `verdict_appeal_late`, `verdict_appealed`.
 */
export async function filePartnersAppeal(
  services: Services,
  partner: Partner,
  { verdict_id, rule, grounds }: { verdict_id: string; rule: string; grounds: string },
) {
  const publisher_id = partner.party_id
  return await services.database.transaction(scopeOf(partner), async (tx) => {
    const appeal_id = newId()
    await audit.appendPartnerAct(tx, partner, {
      action: 'verdict.appealed',
      subject: { kind: 'publisher', id: publisher_id },
      reason: grounds,
      details: { appeal_id, verdict_id, rule },
    })
    const taken = await publisherVerdict(tx, { publisher_id, verdict_id, rule })
    if (!taken?.moved) throw new Refusal('verdict_not_appealable', { field: 'verdict_id' })
    refuseLate(services, taken.decided_at)
    const filed = { appeal_id, verdict_id, rule, grounds }
    if (!(await fileOwnAppeal(tx, partner.session_token, filed))) throw new Refusal('verdict_appealed')
    return { appeal_id, verdict_id, rule, rule_version: taken.rule_version }
  })
}

type Filed = { grounds: string } & (
  | { customer_id: string; plan_id: string; request_id: string }
  | { publisher_id: string; filed_by: string }
)

/** Null where its party has one already. Throws `verdict_appeal_late`. */
async function insertInTime(
  services: Services,
  tx: Transaction,
  { verdict_id, rule, decided_at }: Taken,
  filed: Filed,
): Promise<Appeal | null> {
  refuseLate(services, decided_at)
  return await insertAppeal(tx, { appeal_id: newId(), verdict_id, rule, ...filed })
}

function refuseLate(services: Services, decided_at: Date): void {
  if (services.clock.now_ms() > appealUntil(services, decided_at).getTime())
    throw new Refusal('verdict_appeal_late')
}

/** Until when a verdict of this moment may be appealed. */
export function appealUntil(services: Pick<Services, 'clock' | 'policies'>, decided_at: Date): Date {
  return new Date(decided_at.getTime() + policies.current(services).traffic_appeal_limit_ms)
}
