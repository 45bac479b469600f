import type { OutputOf } from '@adtally/contract/call.ts'
import { chargebackRecord, planCorrections } from '@adtally/contract/plans/corrections.ts'
import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { request } from '../../../lib/api.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'

export type Correction = OutputOf<typeof planCorrections>['items'][number]
export type ChargebackRecord = OutputOf<typeof chargebackRecord>

/** What corrected a settled plan, newest first, page by page. */
export function correctionsQuery(plan_id: string) {
  return pagedQuery([planCorrections.name, plan_id], (cursor, signal) =>
    request(planCorrections, cursor === undefined ? { plan_id } : { plan_id, cursor }, { signal }),
  )
}

/** The events that one correction of a plan follows from. */
export function evidenceQuery(plan_id: string, revision: number) {
  const asked = { plan_id, revision: String(revision) }
  return pagedQuery([planInvalid.name, plan_id, revision], (cursor, signal) =>
    request(planInvalid, cursor === undefined ? asked : { ...asked, cursor }, { signal }),
  )
}

/** What is published of chargebacks, of all plans. */
export function chargebackRecordQuery() {
  return callQuery(chargebackRecord, {})
}
