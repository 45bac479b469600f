import {
  type RuleName,
  ruleName,
  trafficRuleWithdraw,
  trafficRuleWithdrawing,
} from '@adtally/contract/operator/market/delivery-rules.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { insertWithdrawal, readRules } from './rules.repository.ts'
import type { StoredRule } from './traffic-rules.ts'

/** Every process hears of a withdrawal within it; the database holds to the same. */
const HEARD_MS = 5 * 60_000

const trafficRuleWithdrawAct = approvedAct(trafficRuleWithdrawing, {
  payload: z.strictObject({ rule: ruleName, version: z.int() }),
  facts: async (services, tx, { rule, version }) => {
    const { description, in_force_from } = await announced(services, tx, rule, version)
    return {
      says: `Withdraw version ${version} of rule ${rule} of invalid traffic before it is in force; the one before it stays`,
      before: factsFrom({ description, in_force_from }),
      after: factsFrom({ description: 'withdrawn', in_force_from: null }),
    }
  },
  apply: async (services, tx, { rule, version }, { proposal_id }) => {
    await announced(services, tx, rule, version)
    await insertWithdrawal(tx, { rule, version, proposal_id })
    return { rule, version, state: 'withdrawn' }
  },
})

/** `traffic-rule-withdraw`: a version that is announced never comes into force, as two people agree. */
export const trafficRuleWithdrawVerb = proposalVerb(trafficRuleWithdraw, {
  act: trafficRuleWithdrawAct,
  ask: async (services, tx, { rule, version, reason }) => {
    await announced(services, tx, rule, version)
    return {
      subject: { kind: 'traffic_rule', id: `${rule}/${version}` },
      payload: { rule, version },
      reason,
    }
  },
})

/** A version that is not in force yet. Throws `record_not_found`, and `state_conflict` if it is, or nearly. */
async function announced(
  { clock }: Services,
  tx: Transaction,
  rule: RuleName,
  version: number,
): Promise<StoredRule> {
  const found = (await readRules(tx)).find((stored) => stored.rule === rule && stored.version === version)
  if (!found) throw new Refusal('record_not_found', { field: 'version' })
  if (found.in_force_from.getTime() < clock.now_ms() + HEARD_MS)
    throw new Refusal('state_conflict', { field: 'version' })
  return found
}
