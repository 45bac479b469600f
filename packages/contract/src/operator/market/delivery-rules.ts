import * as z from 'zod/mini'
import { STAFF_ROLES, VERDICT_APPEAL_DECISIONS } from '../../enums.ts'
import { amount, because, count, id, text, time } from '../../fields.ts'
import { VERDICT_GROUNDS_LENGTH_MAX } from '../../plans/plans.ts'
import { listFlags, moment, reasonText, settings, wholeText } from '../statement/fields.ts'
import { EVIDENCE_REFUSALS, evidenceFile } from '../statement/files.ts'
import { type Approval, proposed, staffCall, workPage } from '../statement/staff-call.ts'
import { addressDatabase, counted } from './delivery-fields.ts'

/** Every rule of invalid traffic (PRODUCT §2.2, §5). */
export const TRAFFIC_RULES = [
  'known_crawler',
  'automation',
  'data_centre',
  'prefetch',
  'foreign_page',
  'changed_visitor',
  'impossible_times',
  'impossible_sequence',
  'tainted_decision',
  'tainted_device',
  'device_velocity',
  'address_velocity',
  'visitor_outlier',
  'click_outlier',
  'conversion_outlier',
  'not_billable',
  'over_cap',
  'over_lease',
] as const
export type RuleName = (typeof TRAFFIC_RULES)[number]
export const ruleName = z.enum(TRAFFIC_RULES, { error: because('field_invalid') })

/** How strict a rule is, each rule by its own names, and which lists it goes by. */
const strictness = {
  parameters: z.record(z.string(), z.unknown()),
  lists: z.record(z.string(), z.unknown()),
}

/** How far a version of a rule has come. */
const RULE_STATES = ['withdrawn', 'announced', 'in_force', 'past'] as const
export type RuleState = (typeof RULE_STATES)[number]

export const trafficRulesShow = staffCall({
  name: 'traffic-rules-show',
  title: 'Show traffic rules',
  kind: 'read',
  area: 'delivery',
  roles: STAFF_ROLES,
  summary:
    'Every version of the rules of invalid traffic: parameters, lists with their SHA-256, from when it is in force, who published it',
  request: z.strictObject({}),
  response: z.object({
    network_database: z.nullable(addressDatabase),
    rules: z.array(
      z.object({
        /** One that this program no longer has, too. */
        rule: z.string(),
        version: count,
        description: z.string(),
        ...strictness,
        published_at: time,
        in_force_from: time,
        /** Null for what came with the program. */
        proposed_by: z.nullable(z.string()),
        approved_by: z.nullable(z.string()),
        withdrawn_at: z.nullable(time),
        state: z.enum(RULE_STATES),
        /** Why this program can't apply it, in words. */
        fault: z.nullable(z.string()),
        /** Why it isn't looked for, in words. */
        not_run: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
})

export const trafficRulePublishing: Approval = {
  action: 'traffic_rule.publish',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found', 'state_conflict'],
}

export const trafficRulePropose = staffCall({
  name: 'traffic-rule-propose',
  title: 'Propose traffic rule',
  kind: 'propose',
  area: 'delivery',
  roles: ['risk'],
  approval: trafficRulePublishing,
  summary: 'Propose a new version of a rule of invalid traffic, by the lists that this program has',
  note: 'set is such as clicks_per_minute=8; replay it first (traffic-replay)',
  request: z.strictObject({
    rule: ruleName,
    set: z.optional(settings),
    description: z.optional(text(500)),
    /** Left out: as early as the notice allows. */
    in_force_from: z.optional(moment),
    reason: reasonText,
  }),
  response: proposed,
  refusals: ['record_not_found', 'state_conflict'],
})

export const trafficRuleWithdrawing: Approval = {
  action: 'traffic_rule.withdraw',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found', 'state_conflict'],
}

const RULE_VERSION_MAX = 32_767

export const trafficRuleWithdraw = staffCall({
  name: 'traffic-rule-withdraw',
  title: 'Withdraw traffic rule',
  kind: 'propose',
  area: 'delivery',
  roles: ['risk'],
  approval: trafficRuleWithdrawing,
  summary:
    'Propose to withdraw a version of a rule of invalid traffic that is announced and not in force yet',
  request: z.strictObject({ rule: ruleName, version: wholeText(2, RULE_VERSION_MAX), reason: reasonText }),
  response: proposed,
  refusals: ['record_not_found', 'state_conflict'],
})

/** What a version would find beside what is recorded, less what it would no longer find. */
const found = {
  recorded: counted,
  found: counted,
  newly_invalid: counted,
  no_longer_invalid: counted,
  spend_returned: amount,
  publishers_lose: amount,
  revenue_reversed: amount,
}

export const trafficReplay = staffCall({
  name: 'traffic-replay',
  title: 'Replay traffic',
  kind: 'read',
  area: 'delivery',
  roles: ['risk', 'finance_checker', 'auditor'],
  summary:
    'What a version of a rule of invalid traffic that is not published would find in old events, by plan and publisher',
  note: 'set is such as clicks_per_minute=8; without it the open proposal is replayed, else the parameters and lists that this program has; from and until are 31 days apart at most',
  request: z.strictObject({ rule: ruleName, set: z.optional(settings), from: moment, until: moment }),
  response: z.object({
    rule: ruleName,
    version: count,
    ...strictness,
    from: time,
    until: time,
    in_all: z.object(found),
    /** By a plan's number. */
    by_plan: z.array(z.object({ plan: z.string(), ...found })),
    /** By a publisher's name. */
    by_publisher: z.array(z.object({ publisher: z.string(), ...found })),
  }),
  refusals: ['record_not_found'],
})

export const trafficAppealsList = staffCall({
  name: 'traffic-appeals-list',
  title: 'List traffic appeals',
  kind: 'read',
  area: 'delivery',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  works_on: { kind: 'traffic_appeal', by: 'appeal_id' },
  summary:
    'Appeals against verdicts on invalid traffic that nobody has decided, oldest first, with their grounds',
  request: z.strictObject(listFlags),
  response: workPage(
    z.object({
      appeal_id: id,
      verdict_id: id,
      rule: z.string(),
      rule_version: count,
      /** A customer's, with the plan; else a publisher's, and who of staff wrote it down or who of its people filed it. */
      customer_id: z.nullable(id),
      plan_id: z.nullable(id),
      publisher_id: z.nullable(id),
      filed_by: z.nullable(id),
      partner_person_id: z.nullable(id),
      grounds: z.string(),
      filed_at: time,
    }),
  ),
  refusals: [],
})

export const trafficAppealFile = staffCall({
  name: 'traffic-appeal-file',
  title: 'File traffic appeal',
  kind: 'act',
  area: 'delivery',
  roles: ['support', 'risk'],
  once: true,
  summary:
    'Write down a publisher’s appeal against what a rule of invalid traffic took back together with one event',
  request: z.strictObject({ publisher_id: id, event_id: id, grounds: text(VERDICT_GROUNDS_LENGTH_MAX) }),
  response: z.object({ appeal_id: id, rule: z.string(), rule_version: count }),
  refusals: ['verdict_not_appealable', 'verdict_appeal_late', 'verdict_appealed'],
})

export const trafficAppealDeciding: Approval = {
  action: 'traffic_appeal.decide',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found', 'state_conflict', 'four_eyes'],
}

/** What two people decide on an appeal. */
export const appealDecided = {
  appeal_id: id,
  decision: z.enum(VERDICT_APPEAL_DECISIONS, { error: because('field_invalid') }),
  /** Its party reads it. */
  answer: text(1_000),
}

export const trafficAppealDecide = staffCall({
  name: 'traffic-appeal-decide',
  title: 'Decide traffic appeal',
  kind: 'propose',
  area: 'delivery',
  roles: ['support', 'finance_maker', 'risk'],
  works_on: { kind: 'traffic_appeal', by: 'appeal_id' },
  approval: trafficAppealDeciding,
  summary:
    'Propose how to decide an appeal against a verdict on invalid traffic; what is granted is put back in the books',
  request: z.strictObject({
    ...appealDecided,
    reason: reasonText,
    evidence_file: z.optional(evidenceFile),
  }),
  response: proposed,
  refusals: ['record_not_found', 'state_conflict', 'four_eyes', ...EVIDENCE_REFUSALS],
})
