import * as z from 'zod/mini'
import { EVENT_KINDS, VERDICT_APPEAL_STATES } from '../enums.ts'
import { amount, because, count, day, id, pageOf, text, time } from '../fields.ts'
import { ruleName } from '../operator/market/delivery-rules.ts'
import { listFlags } from '../operator/statement/fields.ts'
import { VERDICT_GROUNDS_LENGTH_MAX } from '../plans/plans.ts'
import { PARTNER_ROLES, partnerCall } from './statement/partner-call.ts'

const PUBLISHERS = ['publisher'] as const

/** How long each row of statistics lasts, by UTC. */
export const STATISTICS_STEPS = ['day', 'hour'] as const
export type StatisticsStep = (typeof STATISTICS_STEPS)[number]

export const listStatistics = partnerCall({
  name: 'list-statistics',
  kind: 'read',
  area: 'delivery',
  sides: PUBLISHERS,
  roles: PARTNER_ROLES,
  summary: 'What your placements showed and earned by day or hour (UTC), newest first',
  note: 'counted from the events that your pages and apps reported, within a second; what is found invalid later is taken out of the hour in which it happened. Days from and until are counted in',
  request: z.strictObject({
    ...listFlags,
    step: z.optional(z.enum(STATISTICS_STEPS, { error: because('field_invalid') })),
    placement_id: z.optional(id),
    from: z.optional(day),
    until: z.optional(day),
  }),
  response: pageOf(
    z.object({
      begins_at: time,
      placement_id: id,
      placement: z.string(),
      impressions: count,
      viewables: count,
      clicks: count,
      conversions: count,
      /** Events that count for nothing, found on arrival or later. */
      invalid_events: count,
      /** What the books credited to you for these events, less what they took back for them. */
      earned: amount,
    }),
  ),
  refusals: ['range_reversed'],
})

const foundInvalid = {
  verdict_id: id,
  rule: z.string(),
  rule_version: count,
}

export const listVerdicts = partnerCall({
  name: 'list-verdicts',
  kind: 'read',
  area: 'delivery',
  sides: PUBLISHERS,
  roles: PARTNER_ROLES,
  summary: 'What was found invalid after it was counted, by which version of which rule, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      ...foundInvalid,
      /** What the rule looks for, as it was published; null for a rule that only keeps the books. */
      description: z.nullable(z.string()),
      decided_at: time,
      events: count,
      /** What was taken back of what you had earned. */
      taken_back: amount,
      /** Until when you may appeal; null where nothing moved that could be put back. */
      appeal_until: z.nullable(time),
      appeal: z.nullable(
        z.object({
          state: z.enum(VERDICT_APPEAL_STATES),
          filed_at: time,
          grounds: z.string(),
          answer: z.nullable(z.string()),
          decided_at: z.nullable(time),
        }),
      ),
    }),
  ),
  refusals: [],
})

export const listVerdictEvents = partnerCall({
  name: 'list-verdict-events',
  kind: 'read',
  area: 'delivery',
  sides: PUBLISHERS,
  roles: PARTNER_ROLES,
  summary: 'The events that a rule took back together, oldest first',
  note: 'verdict_id and rule as list-verdicts shows them',
  request: z.strictObject({ ...listFlags, verdict_id: id, rule: ruleName }),
  response: pageOf(
    z.object({
      event_id: id,
      kind: z.enum(EVENT_KINDS),
      placement_id: id,
      occurred_at: time,
      taken_back: amount,
      /** Put back by an appeal, whoever filed it. */
      restored: z.boolean(),
    }),
  ),
  refusals: [],
})

export const filePublishersAppeal = partnerCall({
  name: 'file-appeal',
  kind: 'act',
  area: 'delivery',
  sides: PUBLISHERS,
  roles: ['owner', 'member'],
  once: true,
  summary: 'Appeal against what a rule took back together of what you showed',
  note: 'two people of our office decide, neither of whom published the rule; list-verdicts shows their answer',
  request: z.strictObject({
    verdict_id: id,
    rule: ruleName,
    grounds: text(VERDICT_GROUNDS_LENGTH_MAX),
  }),
  response: z.object({ appeal_id: id, ...foundInvalid }),
  refusals: ['verdict_not_appealable', 'verdict_appeal_late', 'verdict_appealed'],
})
