import { id, text } from '@adtally/contract/fields.ts'
import { VERDICT_GROUNDS_LENGTH_MAX } from '@adtally/contract/plans/plans.ts'
import * as z from 'zod/mini'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerb } from '../../staff-list.ts'
import { APPEAL_PLACE, openAppeals } from './appeals.repository.ts'
import { trafficAppealDecideVerb } from './decide-appeal.ts'
import { filePublishersAppeal } from './file-appeal.ts'

const LISTED_DEFAULT = 200

/** Verbs on appeals against verdicts on invalid traffic (PRODUCT §2.2). */
export const appealVerbs: readonly StaffVerb[] = [
  listVerb({
    name: 'traffic-appeals-list',
    summary:
      'Appeals against verdicts on invalid traffic that nobody has decided, oldest first, with their grounds',
    roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
    limit_default: LISTED_DEFAULT,
    parts: APPEAL_PLACE,
    read: openAppeals,
  }),
  staffVerb({
    name: 'traffic-appeal-file',
    summary:
      'Write down a publisher’s appeal against what a rule of invalid traffic took back together with one event: --publisher-id ID --event-id ID --grounds TEXT',
    roles: ['support', 'content', 'risk'],
    once: true,
    input: z.strictObject({ publisher_id: id, event_id: id, grounds: text(VERDICT_GROUNDS_LENGTH_MAX) }),
    run: async (services, staff, input) => {
      const { appeal_id, rule, rule_version } = await filePublishersAppeal(services, staff, input)
      return { appeal_id, rule, rule_version }
    },
  }),
  trafficAppealDecideVerb,
]
