import { expect } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import type { Planting } from '../../../testing/plant.ts'
import { deliveryIs } from '../../../testing/servers/plan-answers.ts'
import type { TestServices } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import {
  type BuiltProduct,
  buildProduct,
  buildPublisher,
  giveCash,
  givePromotion,
  type ProductWishes,
} from '../../../testing/worlds/build-marketplace.ts'
import { billSpend, creditConversions } from '../../../testing/worlds/unrecorded-delivery.ts'
import { type Account, balances, PLATFORM_ID, verifyLedger } from '../../ledger/index.ts'
import { type PlacingOutcome, placePlan } from '../placing/place-plan.ts'
import { type Plan, planById } from '../plans.repository.ts'
import { moneyOf } from '../reading/plan-money.ts'
import { recordFirstDelivery } from '../running/first-delivery.ts'
import type { Parts } from '../running/spend-parts.ts'

export const UNIT = 1_000_000n
export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000

/** Plans may end without a cause. */
export const UNTIMELY: Planting = {
  routine: 'plans.note_status',
  from: 'and not coalesce(plans.has_cause(',
  to: 'and false and not coalesce(plans.has_cause(',
}

/** The parts of a plan paid in cash only. */
export function cash(amount_micros: bigint): Parts {
  return { cash_micros: amount_micros, discount_micros: 0n, startup_micros: 0n }
}

/** A customer, a product, a publisher, and what can happen between them. */
export class PlanWorld {
  readonly t: TestServices
  readonly customer_id: string
  readonly product: BuiltProduct
  readonly publisher_id: string

  private constructor(t: TestServices, customer_id: string, product: BuiltProduct, publisher_id: string) {
    this.t = t
    this.customer_id = customer_id
    this.product = product
    this.publisher_id = publisher_id
  }

  /** A new world whose customer has 1,000 in cash. */
  static async make(t: TestServices, wishes: ProductWishes = {}): Promise<PlanWorld> {
    const { customer_id } = await buildCustomer(t.services, { time_zone: 'Asia/Bangkok' })
    await giveCash(t.services, customer_id, 1_000n * UNIT)
    const product = await buildProduct(t.services, wishes)
    const { publisher_id } = await buildPublisher(t.services)
    await t.drain()
    // This world's conversions have no events.
    await t.db.asOwner('alter table plans.owed_conversions disable trigger owed_conversions_founded')
    return new PlanWorld(t, customer_id, product, publisher_id)
  }

  /** Places a plan paid in cash, or with the given parts, which the customer gets first. */
  async place(parts: bigint | Parts = 100n * UNIT, duration_days?: number): Promise<PlacingOutcome> {
    const asked = typeof parts === 'bigint' ? cash(parts) : parts
    for (const kind of ['discount', 'startup'] as const) {
      const amount = asked[`${kind}_micros`]
      if (amount > 0n) await givePromotion(this.t.services, this.customer_id, kind, amount)
    }
    return await placePlan(this.t.services, this.customer_id, {
      request_id: newId(),
      product_id: this.product.product_id,
      parts: asked,
      duration_days,
    })
  }

  /** Delivers: a first delivery, then one batch that charges the plan. */
  async spend(plan_id: string, charge_micros: bigint, publisher_id = this.publisher_id) {
    return await this.system(async (tx) => {
      await recordFirstDelivery(this.t.services, tx, [plan_id])
      const item = { plan_id, publisher_id, charge_micros, fee_micros: charge_micros / 5n }
      return (await billSpend(this.t.services, tx, { batch_id: newId(), items: [item] })).get(plan_id)
    })
  }

  /** Confirms conversions one after another; answers their ids and results. */
  async convert(plan_id: string, count: number) {
    const conversions = Array.from({ length: count }, () => ({
      conversion_id: newId(),
      plan_id,
      occurred_at: this.t.services.clock.now(),
    }))
    const results = await this.system((tx) => creditConversions(this.t.services, tx, conversions))
    return conversions.map(({ conversion_id }) => ({
      conversion_id,
      state: results.get(conversion_id)?.state ?? 'missing',
    }))
  }

  /** Sets whether delivery has processed all plans' events. */
  gate(done: boolean): void {
    this.t.answers.gate = deliveryIs(done)
  }

  /** Advances the clock until all plans are settled. */
  async settle(): Promise<void> {
    this.gate(true)
    await this.t.advance(90 * DAY_MS)
    await this.t.advance(2 * HOUR_MS)
    await this.t.advance(8 * DAY_MS)
  }

  async plan(plan_id: string): Promise<Plan> {
    const plan = await this.system((tx) => planById(tx, plan_id))
    if (!plan) throw new Error('no such plan')
    return plan
  }

  async status(plan_id: string): Promise<string> {
    return (await this.plan(plan_id)).status
  }

  money(plan_id: string) {
    return this.system((tx) => moneyOf(tx, plan_id))
  }

  available(customer_id = this.customer_id): Promise<bigint> {
    return this.balance({ code: 'customer_available', owner_id: customer_id })
  }

  escrow(): Promise<bigint> {
    return this.balance({ code: 'escrow', owner_id: this.product.advertiser_id })
  }

  platform(code: 'promo' | 'fee' | 'own'): Promise<bigint> {
    return this.balance({ code, owner_id: PLATFORM_ID })
  }

  async balance(account: Account): Promise<bigint> {
    const [found = 0n] = await this.system((tx) => balances(tx, [account]))
    return found
  }

  /** Recomputes the books from every transfer, and checks them and the results. */
  async expectBooksToBalance(): Promise<void> {
    const verification = await this.system(verifyLedger)
    expect(verification.differences).toEqual([])
    expect(await this.t.db.asOwner('select * from reconciliation.result_differences')).toEqual([])
  }

  system<T>(work: Parameters<typeof this.t.services.database.transaction<T>>[1]): Promise<T> {
    return this.t.services.database.transaction({ kind: 'system' }, work)
  }
}
