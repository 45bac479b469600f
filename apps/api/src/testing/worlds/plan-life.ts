import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { openSession } from '../../modules/identity/index.ts'
import { placePlan, recordFirstDelivery } from '../../modules/plans/index.ts'
import { deliveryIs } from '../servers/plan-answers.ts'
import type { TestServices } from '../servers/test-services.ts'
import { buildCustomer } from './build-customer.ts'
import { buildProduct, buildPublisher, giveCash, givePromotion } from './build-marketplace.ts'
import { billSpend, reverseEvents } from './unrecorded-delivery.ts'

const UNIT = 1_000_000n
const HOUR_MS = 3_600_000

/** A customer with 1,000 in cash, a product and a publisher, for tests of what follows from settled plans. */
export class PlanLife {
  readonly #t: TestServices
  readonly #product_id: string
  readonly #publisher_id: string
  readonly customer_id: string
  readonly username: string

  private constructor(
    t: TestServices,
    ids: Record<'customer_id' | 'username' | 'product_id' | 'publisher_id', string>,
  ) {
    this.#t = t
    this.#product_id = ids.product_id
    this.#publisher_id = ids.publisher_id
    this.customer_id = ids.customer_id
    this.username = ids.username
  }

  static async begin(t: TestServices): Promise<PlanLife> {
    const { customer_id, username } = await buildCustomer(t.services)
    await giveCash(t.services, customer_id, 1_000n * UNIT)
    const { product_id } = await buildProduct(t.services)
    const { publisher_id } = await buildPublisher(t.services)
    await t.drain()
    return new PlanLife(t, { customer_id, username, product_id, publisher_id })
  }

  /** The token of a new session: earlier ones have ended in the time lived through. */
  async token(): Promise<string> {
    const session = { customer_id: this.customer_id, access: 'full', user_agent: undefined } as const
    return await this.#system((tx) =>
      openSession(tx, session, { session_idle_ms: DAY_MS, session_max_ms: DAY_MS }),
    )
  }

  /** Places a plan of cash and discount, which the customer is given first; returns its id. */
  async place(cash_micros: bigint, discount_micros = 0n): Promise<string> {
    const { services } = this.#t
    if (discount_micros > 0n) await givePromotion(services, this.customer_id, 'discount', discount_micros)
    const placed = await placePlan(services, this.customer_id, {
      request_id: newId(),
      product_id: this.#product_id,
      parts: { cash_micros, discount_micros, startup_micros: 0n },
    })
    return placed.plan_id
  }

  /** Delivers a plan: its first delivery, then one batch that charges it. */
  async spend(plan_id: string, charge_micros: bigint): Promise<void> {
    const item = { plan_id, publisher_id: this.#publisher_id, charge_micros, fee_micros: charge_micros / 5n }
    await this.#system(async (tx) => {
      await recordFirstDelivery(this.#t.services, tx, [plan_id])
      await billSpend(this.#t.services, tx, { batch_id: newId(), items: [item] })
    })
  }

  /** Lives through the rest of every plan's life until all are settled. */
  async settle(): Promise<void> {
    this.#t.answers.gate = deliveryIs(true)
    for (const by_ms of [90 * DAY_MS, 2 * HOUR_MS, 8 * DAY_MS]) await this.#t.advance(by_ms)
  }

  /** Places a plan, spends all of it and lives through it; returns its id. */
  async settled(amount_micros: bigint): Promise<string> {
    const plan_id = await this.place(amount_micros)
    await this.spend(plan_id, amount_micros)
    await this.settle()
    return plan_id
  }

  /** Finds an event of a settled plan invalid. */
  async chargeBack(plan_id: string, charge_micros: bigint): Promise<void> {
    const spend = { publisher_id: this.#publisher_id, charge_micros, fee_micros: charge_micros / 5n }
    const events = [{ event_id: newId(), plan_id, spend, conversion_id: null }]
    await this.#system((tx) => reverseEvents(this.#t.services, tx, { verdict_id: newId(), events }))
    await this.#t.drain()
  }

  #system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#t.services.database.transaction({ kind: 'system' }, work)
  }
}
