import { newId } from '../../../database/identifiers.ts'
import { buildPublisher } from '../../../testing/build-marketplace.ts'
import type { TestServices } from '../../../testing/test-services.ts'
import { reverseEvents } from '../../plans/index.ts'
import { type Result, resultsOf } from '../../plans/results.repository.ts'
import { PlanWorld } from '../../plans/testing/plan-world.ts'
import { confirmDraft } from '../confirm-draft.ts'
import { follow } from '../follow.ts'
import { listAssistance } from '../list-assistance.ts'
import { type Operator, operator, place, UNIT } from './follow-world.ts'

export const PAYOUT_MICROS = 2_500_000n

/** A leader with a share of 20 percent, a follower, and plans of the follower's that follow the leader's. */
export class SharedWorld {
  readonly t: TestServices
  readonly plans: PlanWorld
  readonly leader: Operator
  readonly follower: Operator
  readonly publisher_id: string

  private constructor(t: TestServices, plans: PlanWorld, people: [Operator, Operator], publisher_id: string) {
    this.t = t
    this.plans = plans
    this.leader = people[0]
    this.follower = people[1]
    this.publisher_id = publisher_id
  }

  static async make(t: TestServices, fee_percent = 20): Promise<SharedWorld> {
    const plans = await PlanWorld.make(t)
    const [leader, follower] = [await operator(t), await operator(t)]
    const { publisher_id } = await buildPublisher(t.services)
    const world = new SharedWorld(t, plans, [leader, follower], publisher_id)
    await t.db.asOwner(
      'insert into follows.leader_fees values (gen_random_uuid(), $1, $2, gen_random_uuid(), platform.now())',
      [leader.customer_id, fee_percent],
    )
    await world.follow(fee_percent)
    return world
  }

  async follow(fee_percent = 20, follower = this.follower) {
    const { operated_id } = this.leader
    return await follow(this.t.services, follower.customer_id, {
      request_id: newId(),
      operated_id,
      fee_percent,
    })
  }

  /** The leader places a plan and the follower confirms it with 20, all of which is spent; so many conversions come. */
  async followed(conversions: number, amount = 20n): Promise<{ plan_id: string; conversion_ids: string[] }> {
    const { customer_id } = this.follower
    await place(this.t, this.leader.customer_id, this.plans.product.product_id)
    const [draft] = (await listAssistance(this.t.services, customer_id, {})).drafts
    if (!draft) throw new Error('the plan has left no draft')
    const { plan_id } = await confirmDraft(this.t.services, customer_id, {
      request_id: newId(),
      draft_id: draft.draft_id,
      amount_micros: amount * UNIT,
    })
    await this.plans.spend(plan_id, amount * UNIT, this.publisher_id)
    const credited = await this.plans.convert(plan_id, conversions)
    return { plan_id, conversion_ids: credited.map(({ conversion_id }) => conversion_id) }
  }

  settle(): Promise<void> {
    return this.plans.settle()
  }

  /** Finds spend, a conversion or both invalid. */
  async reverse(plan_id: string, charge_micros: bigint, conversion_id: string | null = null): Promise<void> {
    const { publisher_id } = this
    const spend = charge_micros > 0n ? { publisher_id, charge_micros, fee_micros: charge_micros / 5n } : null
    const events = [{ event_id: newId(), plan_id, spend, conversion_id }]
    await this.plans.system((tx) => reverseEvents(this.t.services, tx, { verdict_id: newId(), events }))
  }

  async result(plan_id: string): Promise<Result> {
    const result = await this.plans.system((tx) => resultsOf(tx, [plan_id]))
    const found = result.get(plan_id)
    if (!found) throw new Error('the plan has not settled')
    return found
  }

  /** The cash of leader and follower. */
  async cash(): Promise<[bigint, bigint]> {
    return [
      await this.plans.available(this.leader.customer_id),
      await this.plans.available(this.follower.customer_id),
    ]
  }
}
