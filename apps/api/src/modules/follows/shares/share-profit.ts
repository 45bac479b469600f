import type { Transaction } from '../../../database/database.ts'
import { customersByIds } from '../../identity/index.ts'
import type { ProfitSharing, SharedResult, ShareTerms } from '../../plans/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { insertPairs } from '../relations.repository.ts'
import { feeInForce } from '../rules.ts'
import {
  type FollowedPlan,
  followedPlans,
  insertMarkEntries,
  lockPairs,
  markedPlans,
  type NewestMark,
  newestMarks,
  type Pair,
} from './marks.repository.ts'
import { advanced, carriedLoss, NOTHING_YET, standings } from './marks.ts'

/**
 * Profit sharing for settlement (PRODUCT §10): a leader's share is due on profit above the high-water mark of two
 * persons, which outlives any following. The settlement keeps the mark locked; each entry names its plan and
 * revision.
 */
export function profitSharing(services: Pick<Services, 'policies'>): ProfitSharing {
  return {
    async marksOf(tx, plan_ids) {
      const plans = await followedPlans(tx, plan_ids)
      if (plans.length === 0) return new Map()
      return new Map([...(await pairsOf(tx, plans))].map(([plan_id, pair]) => [plan_id, markOf(pair)]))
    },
    async lock(tx, plan_ids) {
      const plans = await followedPlans(tx, plan_ids)
      if (plans.length > 0) await lockPairs(tx, [...(await pairsOf(tx, plans)).values()])
    },
    async termsOf(tx, plans) {
      const policies_by_plan = new Map(plans.map(({ plan_id, policy_version }) => [plan_id, policy_version]))
      const followed = await followedPlans(tx, [...policies_by_plan.keys()])
      if (followed.length === 0) return new Map()
      const pairs = await pairsInOrder(tx, followed)
      await insertPairs(tx, pairs)
      await lockPairs(tx, pairs)
      const marks = await newestMarks(tx, pairs)
      const terms = new Map<string, ShareTerms>()
      for (const [index, { plan_id, leader_id, fee_percent }] of followed.entries()) {
        const version = policies_by_plan.get(plan_id) ?? 0
        const { follow_fee_max_percent } = await policies.policyVersion(services, version)
        terms.set(plan_id, {
          leader_id,
          rate_percent: BigInt(feeInForce(fee_percent, follow_fee_max_percent)),
          carried_loss_micros: carriedLoss(marks[index] ?? NOTHING_YET),
        })
      }
      return terms
    },
    async revised(tx, plan_id, profit_micros) {
      const plans = await markedPlans(tx, await pairOf(tx, await followedPlan(tx, plan_id)))
      const changed = plans.map((plan) => (plan.plan_id === plan_id ? { ...plan, profit_micros } : plan))
      const from = plans.findIndex((plan) => plan.plan_id === plan_id)
      const { before } = standings(changed)
      return new Map([...before].slice(from).map(([id, standing]) => [id, carriedLoss(standing)]))
    },
    async record(tx, results) {
      const followed = new Map(
        (await followedPlans(tx, plansOf(results))).map((plan) => [plan.plan_id, plan] as const),
      )
      const pairs = await pairsInOrder(
        tx,
        results.map(({ plan_id }) => followed.get(plan_id) ?? nobodys(plan_id)),
      )
      const marks = await newestMarks(tx, pairs)
      const entries = results.flatMap((result, index) => {
        const pair = pairs[index]
        return pair ? firstEntry(pair, marks[index], result) : []
      })
      await insertMarkEntries(tx, entries)
    },
    async recordCorrected(tx, results) {
      const [first] = results
      if (!first) return
      await insertCorrected(tx, await pairOf(tx, await followedPlan(tx, first.plan_id)), results)
    },
  }
}

function plansOf(results: readonly SharedResult[]): string[] {
  return results.map(({ plan_id }) => plan_id)
}

function markOf({ follower_person_id, leader_person_id }: Pair): string {
  return `${follower_person_id}:${leader_person_id}`
}

/** The mark entry for a plan's first result. */
function firstEntry(pair: Pair, newest: NewestMark | undefined, result: SharedResult) {
  const { plan_id, revision, profit_micros, fee_micros, rate_percent } = result
  return {
    ...pair,
    ...advanced(newest ?? NOTHING_YET, profit_micros),
    sequence: (newest?.sequence ?? 0) + 1,
    plan_id,
    revision,
    result_micros: profit_micros,
    fee_micros,
    fee_percent: Number(rate_percent ?? 0n),
  }
}

async function insertCorrected(tx: Transaction, pair: Pair, results: readonly SharedResult[]): Promise<void> {
  const plans = await markedPlans(tx, pair)
  const now = new Map(results.map((one) => [one.plan_id, one]))
  const { last } = standings(plans.map((plan) => now.get(plan.plan_id) ?? plan))
  const before = new Map(plans.map((plan) => [plan.plan_id, plan]))
  const [newest] = await newestMarks(tx, [pair])
  const sequence = newest?.sequence ?? 0
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
  return plan ?? nobodys(plan_id)
}

function nobodys(plan_id: string): never {
  throw new RangeError(`plan ${plan_id} follows nobody`)
}

async function pairOf(tx: Transaction, plan: FollowedPlan): Promise<Pair> {
  const [pair] = await pairsInOrder(tx, [plan])
  return pair ?? nobodys(plan.plan_id)
}

/** Each plan's pair, in the order of the plans. */
async function pairsInOrder(tx: Transaction, plans: readonly FollowedPlan[]): Promise<Pair[]> {
  const pairs = await pairsOf(tx, plans)
  return plans.map(({ plan_id }) => pairs.get(plan_id) ?? nobodys(plan_id))
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
