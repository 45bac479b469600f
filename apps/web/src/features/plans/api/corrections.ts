import type { OutputOf } from '@adtally/contract/call.ts'
import { chargebackRecord, planCorrections } from '@adtally/contract/plans/corrections.ts'
import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'

export type Correction = OutputOf<typeof planCorrections>['items'][number]
export type ChargebackRecord = OutputOf<typeof chargebackRecord>

/** Corrections of a settled plan, newest first, page by page. */
export function correctionsQuery(plan_id: string) {
  return pagedQuery(planCorrections, { plan_id })
}

/** The events behind one correction. */
export function evidenceQuery(plan_id: string, revision: number) {
  return pagedQuery(planInvalid, { plan_id, revision: String(revision) })
}

/** The published chargeback record of all plans. */
export function chargebackRecordQuery() {
  return callQuery(chargebackRecord, {})
}
