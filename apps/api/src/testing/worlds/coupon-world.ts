import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { COUPON_ORIGIN, receiveCoupon } from '../../modules/coupons/index.ts'
import {
  type Account,
  balances,
  PLATFORM_ID,
  postTransfers,
  verifyLedger,
} from '../../modules/ledger/index.ts'
import { type PlacingOriginKind, type PlacingOutcome, placePlan } from '../../modules/plans/index.ts'
import type { Services } from '../../modules/services.ts'
import { inventCause } from '../invented-causes.ts'
import type { TestServices } from '../servers/test-services.ts'
import { type BuiltCustomer, buildCustomer, type CustomerWishes } from './build-customer.ts'
import { buildProduct, giveCash, type ProductWishes, payIn } from './build-marketplace.ts'
import { buildStaff } from './build-staff.ts'

export const UNIT = 1_000_000n

/** How a plan is paid, in whole units. */
export interface Paid {
  cash: bigint
  coupon?: bigint
  startup?: bigint
}

/** A coupon's state. */
interface CouponRow {
  state: string
  plan_id: string | null
  worth_micros: bigint | null
}

/** Staff who offer coupons, promotional money, customers with cash, and a product. */
export class CouponWorld {
  readonly t: TestServices
  readonly office: Office
  readonly product_id: string
  #names = 0

  private constructor(t: TestServices, office: Office, product_id: string) {
    this.t = t
    this.office = office
    this.product_id = product_id
  }

  /** With 10,000 of promotional money. */
  static async make(t: TestServices, wishes: ProductWishes = {}): Promise<CouponWorld> {
    const office = new Office(t.services, t.modules, await buildStaff(t.services))
    const { product_id } = await buildProduct(t.services, wishes)
    const world = new CouponWorld(t, office, product_id)
    await world.setPromo(10_000n * UNIT)
    await t.drain()
    return world
  }

  /** Sets the promotional money to exactly this amount. */
  async setPromo(amount_micros: bigint): Promise<void> {
    const [own, promo] = [
      { code: 'own', owner_id: PLATFORM_ID },
      { code: 'promo', owner_id: PLATFORM_ID },
    ] as const
    const more = amount_micros - (await this.balance(promo))
    if (more === 0n) return
    if (more > 0n) await payIn(this.t.services, 'party_paid_in', own, more)
    await this.system(async (tx) =>
      postTransfers(tx, [
        {
          id: newId(),
          kind: 'posted',
          posting: 'platform_allotted',
          debit: more > 0n ? own : promo,
          credit: more > 0n ? promo : own,
          amount_micros: more > 0n ? more : -more,
          cause: await inventCause(tx, 'proposal'),
        },
      ]),
    )
  }

  /** A customer with 1,000 in cash. */
  async customer(wishes: CustomerWishes = {}): Promise<BuiltCustomer> {
    const customer = await buildCustomer(this.t.services, { time_zone: 'Asia/Bangkok', ...wishes })
    await giveCash(this.t.services, customer.customer_id, 1_000n * UNIT)
    return customer
  }

  /** Two people offer a coupon; returns its id. */
  async offer(flags: Record<string, string>): Promise<string> {
    this.#names += 1
    const made = await this.office.decide('coupon-offer-create', {
      life_days: '20',
      issue_max: '1000',
      name: `Offer ${this.#names}`,
      reason: 'for the season',
      ...flags,
    })
    return String(made.offer_id)
  }

  /** Offers a coupon and issues it to a customer. */
  async give(customer: BuiltCustomer, flags: Record<string, string>): Promise<string> {
    const issue = { offer_id: await this.offer(flags), customer: customer.username, reason: 'for the season' }
    return String((await this.office.decide('coupon-issue', issue)).coupon_id)
  }

  /** Claims the newcomer coupon: 10 %, at most 20. */
  async newcomer({ customer_id }: BuiltCustomer): Promise<string> {
    const request = { request_id: newId(), activity_id: 'newcomer' }
    return (await receiveCoupon(this.t.services, customer_id, request, 'UTC')).coupon_id
  }

  /** Places a plan, with a coupon if `paid` names its share. */
  place(
    { customer_id }: BuiltCustomer,
    coupon_id: string | null,
    paid: Paid,
    request: { request_id?: string; product_id?: string; kind?: PlacingOriginKind; services?: Services } = {},
  ): Promise<PlacingOutcome> {
    const { request_id = newId(), product_id = this.product_id, kind = COUPON_ORIGIN } = request
    return placePlan(request.services ?? this.t.services, customer_id, {
      request_id,
      product_id,
      parts: {
        cash_micros: paid.cash * UNIT,
        discount_micros: (paid.coupon ?? 0n) * UNIT,
        startup_micros: (paid.startup ?? 0n) * UNIT,
      },
      origins: coupon_id === null ? [] : [{ kind, subject_id: coupon_id }],
    })
  }

  async coupon(coupon_id: string): Promise<CouponRow> {
    const [row] = await this.t.db.asOwner<CouponRow>(
      'select state, plan_id, worth_micros from coupons.coupons where coupon_id = $1',
      [coupon_id],
    )
    if (!row) throw new Error('no such coupon')
    return row
  }

  promo(): Promise<bigint> {
    return this.balance({ code: 'promo', owner_id: PLATFORM_ID })
  }

  available({ customer_id }: BuiltCustomer): Promise<bigint> {
    return this.balance({ code: 'customer_available', owner_id: customer_id })
  }

  async balance(account: Account): Promise<bigint> {
    const [found = 0n] = await this.system((tx) => balances(tx, [account]))
    return found
  }

  /** The differences between the books and a recount of every transfer. */
  async differences(): Promise<unknown[]> {
    return [...(await this.system(verifyLedger)).differences]
  }

  system<T>(work: Parameters<typeof this.t.services.database.transaction<T>>[1]): Promise<T> {
    return this.t.services.database.transaction({ kind: 'system' }, work)
  }
}
