import type { OutputOf } from '@adtally/contract/call.ts'
import { lossRecordCall } from '@adtally/contract/plans/plans.ts'
import { callQuery } from '../../../lib/call-query.ts'

export type LossRecord = OutputOf<typeof lossRecordCall>

/** The platform's loss record. */
export function lossRecordQuery() {
  return callQuery(lossRecordCall, {})
}
