import { lossRecordCall } from '@adtally/contract/plans.ts'
import { callQuery } from '../../../lib/call-query.ts'

/** The platform's loss record. */
export function lossRecordQuery() {
  return callQuery(lossRecordCall, {})
}
