import { vipOpen } from '@adtally/contract/money/vip.ts'
import { newId } from '../../../database/identifiers.ts'
import { deliveryIs } from '../../../testing/servers/plan-answers.ts'
import type { TestProgram } from '../../../testing/servers/test-program.ts'
import { givePromotion, takeCash } from '../../../testing/worlds/build-marketplace.ts'
import { openSession } from '../../identity/index.ts'
import { placePlan } from '../../plans/index.ts'
import { type Operator, operator } from './follow-world.ts'
import { SharedWorld } from './shared-world.ts'

const UNIT = 1_000_000n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Parts {
  cash: bigint
  discount?: bigint
  startup?: bigint
}

/** Everything that settlements produced. */
interface Came {
  results: Record<'profit_share_micros' | 'rebate_micros' | 'startup_return_micros', bigint>[]
  accounts: unknown[]
  lines: unknown[]
  repaid: { amount_micros: bigint }[]
  told: unknown[]
}

/**
 * Plans that settle at the same time and differ in every way that matters: two of a follower with one leader, two of
 * a debtor, and a VIP's with a coupon, with startup funds and with cash alone.
 */
export class MixedPlans {
  readonly #t: TestProgram
  readonly #world: SharedWorld
  /** By role, which two such worlds have in common. */
  readonly #people: ReadonlyMap<string, Operator>
  readonly #plan_ids: string[] = []

  private constructor(t: TestProgram, world: SharedWorld, people: ReadonlyMap<string, Operator>) {
    this.#t = t
    this.#world = world
    this.#people = people
  }

  static async make(t: TestProgram): Promise<MixedPlans> {
    const world = await SharedWorld.make(t)
    const people = new Map([
      ['leader', world.leader],
      ['follower', world.follower],
    ])
    for (const name of ['owing', 'vip', 'promoted', 'plain']) people.set(name, await operator(t))
    const mixed = new MixedPlans(t, world, people)
    await mixed.#letOwe(people.get('owing') ?? world.leader)
    await mixed.#openVip(people.get('vip')?.customer_id ?? '')
    await mixed.#deliver('vip', { cash: 20n, discount: 10n }, 14)
    await mixed.#deliver('promoted', { cash: 10n, startup: 20n }, 3)
    await mixed.#deliver('plain', { cash: 20n }, 0)
    for (const conversions of [4, 14]) {
      mixed.#plan_ids.push((await world.followed(conversions)).plan_id)
    }
    return mixed
  }

  /** Advances until everything has settled: in common transactions, or each plan in its own. */
  async settle(together: boolean): Promise<void> {
    this.#t.answers.gate = {
      ...deliveryIs(true),
      settleable: together ? async (_tx, plan_ids) => new Set(plan_ids) : null,
    }
    for (const by_ms of [2 * HOUR_MS, 8 * DAY_MS]) await this.#t.advance(by_ms)
  }

  /** The number of transactions in which the plans settled. */
  async transactions(): Promise<number> {
    const [row] = await this.#t.db.asOwner<{ transactions: number }>(
      'select count(distinct xmin::text)::int4 as transactions from plans.results where plan_id = any ($1)',
      [this.#plan_ids],
    )
    return row?.transactions ?? 0
  }

  /** Everything the settlements produced, without ids, numbers and times, which differ between worlds. */
  async came(): Promise<Came> {
    const ids = [...this.#people.values()].map(({ customer_id }) => customer_id)
    const { advertiser_id } = this.#world.product
    return {
      results: await this.#t.db.asOwner<Came['results'][number]>(
        `select revision, cause, amount_micros, cash_spend_micros, discount_spend_micros, startup_spend_micros,
           spend_fee_micros, revenue_micros, startup_return_micros, profit_share_micros, customer_micros, rebate_micros,
           platform_fee_micros, vip_fee_percent, share_rate_percent, share_carried_loss_micros
         from plans.results where plan_id = any ($1) order by array_position($1, plan_id), revision`,
        [this.#plan_ids],
      ),
      accounts: await this.#t.db.asOwner(
        `select array_position($1, owner_id) as person, array_position($2, subject_id) as plan, code,
           credits_posted_micros - debits_posted_micros as balance_micros
         from ledger.accounts
         where owner_id = any ($1 || $3::uuid) or subject_id = any ($2)
         order by person, plan, code, owner_id`,
        [ids, this.#plan_ids, advertiser_id],
      ),
      lines: await this.#t.db.asOwner(
        `select array_position($1, customer_id) as person, type, split_part(flow_id, ':', 3) as line, amount_micros,
           count(*)::int4 as lines
         from ledger.flow_lines where customer_id = any ($1) and type <> 'vip_opening'
         group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
        [ids],
      ),
      repaid: await this.#t.db.asOwner<{ amount_micros: bigint }>(
        `select amount_micros from plans.receivable_reductions where customer_id = any ($1) order by reduction_id`,
        [ids],
      ),
      told: await this.#t.db.asOwner(
        `select array_position($1, customer_id) as person, message,
           message_values - array['number', 'time'] as message_values
         from service.notifications
         where customer_id = any ($1) and message in ('plan_settled', 'profit_shared') order by 1, 2, 3`,
        [ids],
      ),
    }
  }

  /** Two conversions of 2.50 are found invalid once the customer's money is gone. */
  async #letOwe({ customer_id }: Operator): Promise<void> {
    const plan_id = await this.#place(customer_id, { cash: 20n })
    const conversion_ids = await this.#world.deliver(plan_id, 20n * UNIT, 6)
    await this.settle(false)
    const left_micros = 40n * UNIT
    const amount_micros = (await this.#world.available(customer_id)) - left_micros
    await takeCash(this.#world.t.services, customer_id, amount_micros)
    // What is left is placed: nothing of the revenue can be collected.
    for (const conversions of [3, 9]) await this.#deliver('owing', { cash: 20n }, conversions)
    for (const id of conversion_ids.slice(0, 5)) await this.#world.reverse(plan_id, 0n, id)
  }

  async #openVip(customer_id: string): Promise<void> {
    const session = { customer_id, access: 'full', user_agent: undefined } as const
    const token = await this.#world.system((tx) =>
      openSession(tx, session, { session_idle_ms: DAY_MS, session_max_ms: DAY_MS }),
    )
    const terms = { price: '20.00', vip_fee_percent: 15 }
    const { code } = await this.#t.call(vipOpen, { request_id: newId(), ...terms }, { token })
    if (code !== 200) throw new Error('VIP was not opened')
  }

  async #deliver(name: string, parts: Parts, conversions: number): Promise<void> {
    const plan_id = await this.#place(this.#people.get(name)?.customer_id ?? '', parts)
    const { cash, discount = 0n, startup = 0n } = parts
    await this.#world.deliver(plan_id, (cash + discount + startup) * UNIT, conversions)
    this.#plan_ids.push(plan_id)
  }

  async #place(customer_id: string, { cash, discount = 0n, startup = 0n }: Parts): Promise<string> {
    const { services } = this.#t
    if (discount > 0n) await givePromotion(services, customer_id, 'discount', discount * UNIT)
    if (startup > 0n) await givePromotion(services, customer_id, 'startup', startup * UNIT)
    const placed = await placePlan(services, customer_id, {
      request_id: newId(),
      product_id: this.#world.product.product_id,
      parts: { cash_micros: cash * UNIT, discount_micros: discount * UNIT, startup_micros: startup * UNIT },
    })
    return placed.plan_id
  }
}
