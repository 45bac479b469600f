import { trafficAppealFile, trafficAppealsList } from '@adtally/contract/operator/market/delivery-rules.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerb } from '../../staff-list.ts'
import { APPEAL_PLACE, openAppeals } from './appeals.repository.ts'
import { trafficAppealDecideVerb } from './decide-appeal.ts'
import { filePublishersAppeal } from './file-appeal.ts'

const LISTED_DEFAULT = 200

/** Verbs on appeals against verdicts on invalid traffic (PRODUCT §2.2). */
export const appealVerbs: readonly StaffVerb[] = [
  listVerb(trafficAppealsList, {
    limit_default: LISTED_DEFAULT,
    parts: APPEAL_PLACE,
    read: openAppeals,
    present: ({ appeal_id, verdict_id, rule, rule_version, customer_id, plan_id, ...appeal }) => ({
      ...{ appeal_id, verdict_id, rule, rule_version, customer_id, plan_id },
      publisher_id: appeal.publisher_id,
      filed_by: appeal.filed_by,
      partner_person_id: appeal.filed_by_person,
      grounds: appeal.grounds,
      filed_at: appeal.filed_at,
    }),
  }),
  staffVerb(trafficAppealFile, async (services, staff, input) => {
    const { appeal_id, rule, rule_version } = await filePublishersAppeal(services, staff, input)
    return { appeal_id, rule, rule_version }
  }),
  trafficAppealDecideVerb,
]
