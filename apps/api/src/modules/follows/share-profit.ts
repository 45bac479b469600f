import type { Transaction } from '../../database/database.ts'
import { customersByIds } from '../identity/index.ts'
import type { ProfitSharing, SharedResult } from '../plans/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import {
  type FollowedPlan,
  followedPlans,
  insertMarkEntries,
  lockPairs,
  markedPlans,
  newestMark,
  type Pair,
} from './marks.repository.ts'
import { advanced, carriedLoss, NOTHING_YET, standings } from './marks.ts'
import { insertPair } from './relations.repository.ts'
import { feeInForce } from './rules.ts'

/**
 * What settlement asks of following (PRODUCT §10): a leader's share is due on profit above the high-water mark of two
 * persons, which outlives any following. The mark is locked for as long as the settlement lasts; each entry names the
 * plan and the revision that it follows from.
 */
export function profitSharing(services: Services): ProfitSharing {
  return {
    async followed(tx, plan_ids) {
      return new Set((await followedPlans(tx, plan_ids)).map(({ plan_id }) => plan_id))
    },
    async lock(tx, plan_ids) {
      const plans = await followedPlans(tx, plan_ids)
      if (plans.length > 0) await lockPairs(tx, [...(await pairsOf(tx, plans)).values()])
    },
    async termsOf(tx, { plan_id, policy_version }) {
      const [plan] = await followedPlans(tx, [plan_id])
      if (!plan) return null
      const pair = await pairOf(tx, plan)
      await insertPair(tx, pair)
      await lockPairs(tx, [pair])
      const { follow_fee_max_percent } = await policies.policyVersion(services, policy_version)
      return {
        leader_id: plan.leader_id,
        rate_percent: BigInt(feeInForce(plan.fee_percent, follow_fee_max_percent)),
        carried_loss_micros: carriedLoss((await newestMark(tx, pair)) ?? NOTHING_YET),
      }
    },
    async revised(tx, plan_id, profit_micros) {
      const plans = await markedPlans(tx, await pairOf(tx, await followedPlan(tx, plan_id)))
      const changed = plans.map((plan) => (plan.plan_id === plan_id ? { ...plan, profit_micros } : plan))
      const from = plans.findIndex((plan) => plan.plan_id === plan_id)
      const { before } = standings(changed)
      return new Map([...before].slice(from).map(([id, standing]) => [id, carriedLoss(standing)]))
    },
    async record(tx, results) {
      const [first] = results
      if (!first) return
      const pair = await pairOf(tx, await followedPlan(tx, first.plan_id))
      if (first.revision === 1) await recordSettled(tx, pair, first)
      else await recordCorrected(tx, pair, results)
    },
  }
}

async function recordSettled(tx: Transaction, pair: Pair, result: SharedResult): Promise<void> {
  const { plan_id, revision, profit_micros: result_micros, fee_micros, rate_percent } = result
  const newest = await newestMark(tx, pair)
  await insertMarkEntries(tx, [
    {
      ...pair,
      ...advanced(newest ?? NOTHING_YET, result_micros),
      sequence: (newest?.sequence ?? 0) + 1,
      plan_id,
      revision,
      result_micros,
      fee_micros,
      fee_percent: Number(rate_percent ?? 0n),
    },
  ])
}

async function recordCorrected(tx: Transaction, pair: Pair, results: readonly SharedResult[]): Promise<void> {
  const plans = await markedPlans(tx, pair)
  const now = new Map(results.map((one) => [one.plan_id, one]))
  const { last } = standings(plans.map((plan) => now.get(plan.plan_id) ?? plan))
  const before = new Map(plans.map((plan) => [plan.plan_id, plan]))
  const sequence = (await newestMark(tx, pair))?.sequence ?? 0
  await insertMarkEntries(
    tx,
    results.map(({ plan_id, revision, profit_micros, fee_micros }, index) => {
      const known = before.get(plan_id)
      if (!known) throw new RangeError(`plan ${plan_id} has not settled`)
      return {
        ...pair,
        ...last,
        sequence: sequence + index + 1,
        plan_id,
        revision,
        result_micros: profit_micros - known.profit_micros,
        fee_micros: fee_micros - known.fee_micros,
        fee_percent: known.fee_percent,
      }
    }),
  )
}

async function followedPlan(tx: Transaction, plan_id: string): Promise<FollowedPlan> {
  const [plan] = await followedPlans(tx, [plan_id])
  if (!plan) throw new RangeError(`plan ${plan_id} follows nobody`)
  return plan
}

async function pairOf(tx: Transaction, plan: FollowedPlan): Promise<Pair> {
  const pair = (await pairsOf(tx, [plan])).get(plan.plan_id)
  if (!pair) throw new RangeError(`plan ${plan.plan_id} is nobody's`)
  return pair
}

async function pairsOf(tx: Transaction, plans: readonly FollowedPlan[]): Promise<Map<string, Pair>> {
  const people = await customersByIds(
    tx,
    plans.flatMap(({ follower_id, leader_id }) => [follower_id, leader_id]),
  )
  return new Map(
    plans.flatMap(({ plan_id, follower_id, leader_id }) => {
      const follower_person_id = people.get(follower_id)?.person_id
      const leader_person_id = people.get(leader_id)?.person_id
      if (!follower_person_id || !leader_person_id) return []
      return [[plan_id, { follower_person_id, leader_person_id }] as const]
    }),
  )
}
