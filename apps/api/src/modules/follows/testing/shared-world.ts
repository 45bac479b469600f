import { expect } from 'vitest'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { deliveryIs } from '../../../testing/servers/plan-answers.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'
import { type BuiltProduct, buildProduct, buildPublisher } from '../../../testing/worlds/build-marketplace.ts'
import { billSpend, creditConversions, reverseEvents } from '../../../testing/worlds/unrecorded-delivery.ts'
import { type Account, balances, verifyLedger } from '../../ledger/index.ts'
import { recordFirstDelivery } from '../../plans/index.ts'
import { confirmDraft } from '../confirm-draft.ts'
import { follow } from '../follow.ts'
import { listAssistance } from '../list-assistance.ts'
import { type Operator, operator, place, UNIT } from './follow-world.ts'

export const PAYOUT_MICROS = 2_500_000n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The share in a plan's newest result. */
interface ShownResult {
  revision: number
  cause: string
  profit_micros: bigint
  profit_share_micros: bigint
  customer_micros: bigint
  leader_id: string | null
  share_rate_percent: bigint | null
}

/** A leader with a share of 20 percent, a follower, and the follower's plans from the leader's drafts. */
export class SharedWorld {
  readonly t: TestServices
  readonly product: BuiltProduct
  readonly publisher_id: string
  readonly leader: Operator
  readonly follower: Operator

  private constructor(
    t: TestServices,
    product: BuiltProduct,
    publisher_id: string,
    people: [Operator, Operator],
  ) {
    this.t = t
    this.product = product
    this.publisher_id = publisher_id
    this.leader = people[0]
    this.follower = people[1]
  }

  static async make(t: TestServices): Promise<SharedWorld> {
    const product = await buildProduct(t.services)
    const { publisher_id } = await buildPublisher(t.services)
    const [leader, follower] = [await operator(t), await operator(t)]
    const world = new SharedWorld(t, product, publisher_id, [leader, follower])
    await t.db.asOwner(
      'insert into follows.leader_fees values (gen_random_uuid(), $1, 20, gen_random_uuid(), platform.now())',
      [leader.customer_id],
    )
    await world.follow()
    return world
  }

  async follow() {
    const { operated_id } = this.leader
    const request = { request_id: newId(), operated_id, fee_percent: 20 }
    return await follow(this.t.services, this.follower.customer_id, request)
  }

  /** The leader places a plan, the follower confirms it with 20 and spends all; returns its conversions. */
  async followed(conversions: number): Promise<{ plan_id: string; conversion_ids: string[] }> {
    const { customer_id } = this.follower
    await place(this.t, this.leader.customer_id, this.product.product_id)
    const [draft] = (await listAssistance(this.t.services, customer_id, {})).drafts
    if (!draft) throw new Error('the plan has left no draft')
    const { plan_id } = await confirmDraft(this.t.services, customer_id, {
      request_id: newId(),
      draft_id: draft.draft_id,
      parts: { cash_micros: 20n * UNIT, discount_micros: 0n, startup_micros: 0n },
      origins: [],
    })
    return { plan_id, conversion_ids: await this.deliver(plan_id, 20n * UNIT, conversions) }
  }

  /** Delivers and bills, then confirms this many conversions; returns their ids. */
  async deliver(plan_id: string, charge_micros: bigint, conversions: number): Promise<string[]> {
    const { services } = this.t
    const item = { plan_id, publisher_id: this.publisher_id, charge_micros, fee_micros: charge_micros / 5n }
    const occurred_at = services.clock.now()
    const ids = Array.from({ length: conversions }, newId)
    await this.system(async (tx) => {
      await recordFirstDelivery(services, tx, [plan_id])
      await billSpend(services, tx, { batch_id: newId(), items: [item] })
      await creditConversions(
        services,
        tx,
        ids.map((conversion_id) => ({ conversion_id, plan_id, occurred_at })),
      )
    })
    return ids
  }

  /** Advances until every plan has settled. */
  async settle(): Promise<void> {
    this.t.answers.gate = deliveryIs(true)
    for (const by_ms of [90 * DAY_MS, 2 * HOUR_MS, 8 * DAY_MS]) await this.t.advance(by_ms)
  }

  /** Reverses spend, a conversion or both. */
  async reverse(plan_id: string, charge_micros: bigint, conversion_id: string | null = null): Promise<void> {
    const { publisher_id } = this
    const spend = charge_micros > 0n ? { publisher_id, charge_micros, fee_micros: charge_micros / 5n } : null
    const events = [{ event_id: newId(), plan_id, spend, conversion_id }]
    await this.system((tx) => reverseEvents(this.t.services, tx, { verdict_id: newId(), events }))
  }

  async result(plan_id: string): Promise<ShownResult> {
    const [found] = await this.t.db.asOwner<ShownResult>(
      `select revision, cause, profit_micros, profit_share_micros, customer_micros, leader_id, share_rate_percent
       from plans.results where plan_id = $1 order by revision desc limit 1`,
      [plan_id],
    )
    if (!found) throw new Error('the plan has not settled')
    return found
  }

  async balance(account: Account): Promise<bigint> {
    const [found = 0n] = await this.system((tx) => balances(tx, [account]))
    return found
  }

  available(owner_id: string): Promise<bigint> {
    return this.balance({ code: 'customer_available', owner_id })
  }

  escrow(): Promise<bigint> {
    return this.balance({ code: 'escrow', owner_id: this.product.advertiser_id })
  }

  /** The cash of leader and follower. */
  async cash(): Promise<[bigint, bigint]> {
    return [await this.available(this.leader.customer_id), await this.available(this.follower.customer_id)]
  }

  /** Recomputes the books from every transfer and expects no difference. */
  async expectBooksToBalance(): Promise<void> {
    expect((await this.system(verifyLedger)).differences).toEqual([])
    expect(await this.t.db.asOwner('select * from reconciliation.result_differences')).toEqual([])
  }

  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.t.services.database.transaction({ kind: 'system' }, work)
  }
}
