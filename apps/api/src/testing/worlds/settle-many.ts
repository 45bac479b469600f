import type { QueryResultRow } from 'pg'
import { newId } from '../../database/identifiers.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import type { Module } from '../../modules/module.ts'
import { placePlan, recordFirstDelivery } from '../../modules/plans/index.ts'
import type { Services } from '../../modules/services.ts'
import { gatherHandlers, workOneJob } from '../../worker/work.ts'
import { buildCustomer } from './build-customer.ts'
import { buildAdvertiser, buildProduct, buildPublisher, giveCash } from './build-marketplace.ts'
import { billSpend, creditConversions } from './unrecorded-delivery.ts'

const UNIT = 1_000_000n
const BATCH = 250
const CUSTOMERS = 20
const SYSTEM = { kind: 'system' } as const

/** The services for settling plans, and the schema's owner. */
export interface SettlingPlace {
  services: Services
  modules: readonly Module[]
  drain(): Promise<void>
  asOwner<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** How many plans settled, how fast, and how much slower the last ones were than the first. */
export interface SettledMany {
  plans: number
  duration_ms: number
  /** Time per plan in the last tenth as a multiple of the first tenth's; 1 is linear. */
  slowing: number
}

/** Many delivered plans that wait for settlement, of one advertiser and few customers. */
export class SettlingWorld {
  readonly #t: SettlingPlace
  readonly #product_id: string
  readonly #publisher_id: string
  readonly #customer_ids: readonly string[]

  private constructor(
    t: SettlingPlace,
    product_id: string,
    publisher_id: string,
    customer_ids: readonly string[],
  ) {
    this.#t = t
    this.#product_id = product_id
    this.#publisher_id = publisher_id
    this.#customer_ids = customer_ids
  }

  static async make(t: SettlingPlace): Promise<SettlingWorld> {
    const { advertiser_id } = await buildAdvertiser(t.services, 100_000_000n * UNIT)
    const { product_id } = await buildProduct(t.services, { advertiser_id })
    const { publisher_id } = await buildPublisher(t.services)
    const customer_ids: string[] = []
    for (let number = 0; number < CUSTOMERS; number += 1) {
      const { customer_id } = await buildCustomer(t.services)
      await giveCash(t.services, customer_id, 1_000_000n * UNIT)
      customer_ids.push(customer_id)
    }
    await t.drain()
    return new SettlingWorld(t, product_id, publisher_id, customer_ids)
  }

  /** Places and delivers so many plans, and lets their conversion windows pass. */
  async deliver(count: number): Promise<void> {
    const { services } = this.#t
    for (let done = 0; done < count; done += BATCH) {
      const some = Array.from({ length: Math.min(BATCH, count - done) }, (_, number) => done + number)
      const plan_ids = await Promise.all(some.map((number) => this.#place(number)))
      const items = plan_ids.map((plan_id) => ({
        plan_id,
        publisher_id: this.#publisher_id,
        charge_micros: 6_001_003n,
        fee_micros: 1_200_200n,
      }))
      const occurred_at = services.clock.now()
      const conversions = plan_ids.map((plan_id) => ({ conversion_id: newId(), plan_id, occurred_at }))
      await services.database.transaction(SYSTEM, async (tx) => {
        await recordFirstDelivery(services, tx, plan_ids)
        await billSpend(services, tx, { batch_id: newId(), items })
        await creditConversions(services, tx, conversions)
      })
      await this.#finish(plan_ids)
    }
    // Leaves only the settlements to work off.
    await this.#t.asOwner('delete from platform.outbox')
  }

  /** Ends the plans as their end dates and token expiry would one by one; only the settlement is measured. */
  async #finish(plan_ids: readonly string[]): Promise<void> {
    for (const [status, trigger] of [
      ['putFinished', 'ended'],
      ['waitSettle', 'tokens_expired'],
    ]) {
      await this.#t.asOwner(
        `update plans.plans set status = $1, status_trigger = $2, status_at = platform.now()
         where plan_id = any ($3)`,
        [status, trigger, plan_ids],
      )
    }
  }

  /** Settles everything that waits. */
  async settle(): Promise<SettledMany> {
    const before = await this.#settled()
    await this.#t.asOwner(`update platform.jobs set due_at = platform.now() where kind = 'plan.due'`)
    const plans_module = this.#t.modules.filter(({ name }) => name === 'plans')
    const handlers = gatherHandlers(plans_module)
    const started_ms = performance.now()
    for (;;) {
      const outcome = await workOneJob(this.#t.services, handlers)
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'idle') break
    }
    const duration_ms = performance.now() - started_ms
    const plans = (await this.#settled()) - before
    return { plans, duration_ms, slowing: await this.#slowing(plans) }
  }

  /** Time per plan in the last tenth, relative to the first tenth. */
  async #slowing(plans: number): Promise<number> {
    const [row] = await this.#t.asOwner<{ slowing: number | null }>(
      `select (
         extract(epoch from max(settled_at) - max(settled_at) filter (where tenth = 9))
         / nullif(extract(epoch from min(settled_at) filter (where tenth = 2) - min(settled_at)), 0)
       )::float8 as slowing
       from (
         select settled_at, ntile(10) over (order by settled_at) as tenth
         from (select settled_at from plans.results order by settled_at desc limit $1) as newest
       ) as settled`,
      [plans],
    )
    return row?.slowing ?? 1
  }

  /** Moves the clock past all conversion windows, but short of the latest settlement. */
  async pass(): Promise<void> {
    await this.#t.asOwner("select platform.move_clock($1, 'test')", [8 * DAY_MS])
    while (this.#t.services.clock.now_ms() < (await this.#now_ms())) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #now_ms(): Promise<number> {
    const [row] = await this.#t.asOwner<{ now: Date }>('select platform.now() as now')
    return (row?.now.getTime() ?? 0) - 1_000
  }

  async #settled(): Promise<number> {
    const [row] = await this.#t.asOwner<{ count: number }>(
      `select count(*)::int4 as count from plans.plans where status = 'settled'`,
    )
    return row?.count ?? 0
  }

  async #place(number: number): Promise<string> {
    const customer_id = this.#customer_ids[number % this.#customer_ids.length] ?? ''
    const placed = await placePlan(this.#t.services, customer_id, {
      request_id: newId(),
      product_id: this.#product_id,
      parts: { cash_micros: 10n * UNIT, discount_micros: 0n, startup_micros: 0n },
    })
    return placed.plan_id
  }
}
