import { text } from '@adtally/contract/fields.ts'
import {
  type RuleName,
  ruleName,
  trafficRulePropose,
  trafficRulePublishing,
} from '@adtally/contract/operator/market/delivery-rules.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { newestLists } from './held-lists.ts'
import { insertRule, nextVersion, readRules } from './rules.repository.ts'
import { faultOf, type StoredRule } from './traffic-rules.ts'

/** A version that is not published. */
export const draft = z.strictObject({
  rule: ruleName,
  version: z.int(),
  description: text(500),
  parameters: z.record(z.string(), z.unknown()),
  lists: z.record(z.string(), z.unknown()),
})
export type Draft = z.infer<typeof draft>

const trafficRulePublishAct = approvedAct(trafficRulePublishing, {
  payload: z.extend(draft, { in_force_from: z.nullable(z.iso.datetime()) }),
  facts: async (_services, tx, { in_force_from, ...next }) => {
    const latest = await newestOf(tx, next.rule)
    const start = in_force_from === null ? 'as early as the notice allows' : `from ${in_force_from}`
    return {
      says: `Publish version ${next.version} of rule ${next.rule} of invalid traffic, in force ${start}`,
      before: told(latest),
      after: told(next),
    }
  },
  apply: async ({ clock, policies: known }, tx, { in_force_from, ...next }, { proposal_id }) => {
    const from = in_force_from === null ? null : new Date(in_force_from)
    refuseTime({ clock, policies: known }, from)
    await refuseUnfit(tx, await newestOf(tx, next.rule), next)
    const starts = await insertRule(tx, { ...next, in_force_from: from, proposal_id })
    return { rule: next.rule, version: next.version, in_force_from: starts.toISOString() }
  },
})

/** `traffic-rule-propose`: a new version of a rule, which a second person publishes by approving it. */
export const trafficRuleProposeVerb = proposalVerb(trafficRulePropose, {
  act: trafficRulePublishAct,
  ask: async (services, tx, { rule, set = [], description, in_force_from = null, reason }) => {
    const latest = await newestOf(tx, rule)
    const version = await nextVersion(tx, rule)
    const next = { ...draftOf(latest, rule, { set, description }), version }
    refuseTime(services, in_force_from === null ? null : new Date(in_force_from))
    await refuseUnfit(tx, latest, next)
    return { subject: { kind: 'traffic_rule', id: rule }, payload: { ...next, in_force_from }, reason }
  },
})

/** The next version of a rule with these changes and the newest lists. Throws `field_invalid`. */
export function draftOf(
  latest: StoredRule,
  rule: RuleName,
  { set, description }: { set: readonly string[]; description?: string | undefined },
): Draft {
  const parameters = { ...z.parse(z.record(z.string(), z.unknown()), latest.parameters) }
  for (const setting of set) {
    const [name = '', value = ''] = setting.split('=', 2)
    if (!Object.hasOwn(parameters, name)) throw new Refusal('field_unknown', { field: name })
    parameters[name] = settingOf(value)
  }
  return {
    rule,
    version: latest.version + 1,
    description: description ?? latest.description,
    parameters,
    lists: newestLists(rule),
  }
}

/** A rule's newest version. Throws `record_not_found`. */
export async function newestOf(tx: Transaction, rule: RuleName): Promise<StoredRule> {
  const newest = (await readRules(tx)).findLast((stored) => stored.rule === rule)
  if (!newest) throw new Refusal('record_not_found', { field: 'rule' })
  return newest
}

function settingOf(value: string): number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
}

/** A version that the program can't apply, or that changes nothing, is not published. */
async function refuseUnfit(tx: Transaction, latest: StoredRule, next: Draft): Promise<void> {
  if (next.version !== (await nextVersion(tx, next.rule)))
    throw new Refusal('state_conflict', { field: 'rule' })
  if (faultOf(next) !== null) throw new Refusal('field_invalid', { field: 'set' })
  const is_same = JSON.stringify(told(latest)) === JSON.stringify(told(next))
  if (is_same) throw new Refusal('state_conflict', { field: 'set' })
}

/** A later version can't come before one that is announced, so none is announced for longer. */
const AHEAD_MS_MAX = 365 * 86_400_000

/** The time that was asked for is a whole minute, leaves the notice of the policy, and is within a year. */
function refuseTime(services: Parameters<typeof policies.current>[0], in_force_from: Date | null): void {
  if (in_force_from === null) return
  const now_ms = services.clock.now_ms()
  const earliest_ms = now_ms + policies.current(services).traffic_rule_notice_ms
  const is_whole = in_force_from.getTime() % 60_000 === 0
  if (!is_whole || in_force_from.getTime() < earliest_ms || in_force_from.getTime() > now_ms + AHEAD_MS_MAX)
    throw new Refusal('field_invalid', { field: 'in_force_from' })
}

function told({ description, parameters, lists }: Pick<StoredRule, 'description' | 'parameters' | 'lists'>) {
  return factsFrom({ description, parameters, lists })
}
