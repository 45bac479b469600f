import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { calendarDay } from '../../lib/time-zones.ts'
import { customersByIds, zoneOfCustomer } from '../identity/index.ts'
import { PLATFORM_ID } from '../ledger/index.ts'
import type { HeldSubjects, PlacedFrom, PlacingFacts, PlacingOriginKind } from '../plans/index.ts'
import { teamsOfCoupons } from './offers/offers.repository.ts'
import { couponRefusal, couponUse } from './rules.ts'
import {
  type HeldCoupon,
  holdCoupons,
  lastUsedDaysOf,
  lockTeamsOf,
  nameOf,
  useCoupons,
} from './used-coupons.repository.ts'

/**
 * A coupon at placing (PRODUCT §8): promotional money pays its part of the plan, promo → discount → plan. It is
 * checked under the coupon's and the team's lock, and used in the transaction that places the plan. Refuses what
 * `couponRefusal` refuses, and a worth other than the customer was shown.
 */
export const COUPON_ORIGIN: PlacingOriginKind = {
  name: 'coupon',
  funding: (coupon_id, { plan_id, customer_id, discount_micros }) => [
    {
      id: newId(),
      kind: 'posted',
      posting: 'coupon_used',
      debit: { code: 'promo', owner_id: PLATFORM_ID },
      credit: { code: 'customer_discount', owner_id: customer_id },
      amount_micros: discount_micros,
      cause: { kind: 'coupon', id: coupon_id },
      // In and out of discount within the placing's line, which shows what each kind of money paid.
      flow: { id: `plan:${plan_id}:placed`, type: 'ad_serving', subject_kind: 'plan', subject_id: plan_id },
      reason_if_short: 'promotion_exhausted',
    },
  ],
  async look(tx, coupon_ids, plans) {
    // Statements after the locks are separate, so that they see what others used meanwhile.
    const [held, , teams, last_days, customers] = await Promise.all([
      holdCoupons(tx, coupon_ids),
      lockTeamsOf(tx, coupon_ids),
      teamsOfCoupons(tx, coupon_ids),
      lastUsedDaysOf(tx, coupon_ids),
      customersByIds(
        tx,
        plans.map(({ customer_id }) => customer_id),
      ),
    ])
    const zoneOf = ({ customer_id, time_zone }: PlacingFacts) =>
      zoneOfCustomer(customers.get(customer_id), time_zone)
    return new HeldCoupons(held, zoneOf, last_days, teams)
  },
}

function refused(reason: ConstructorParameters<typeof Refusal>[0]): Refusal {
  return new Refusal(reason, { field: 'coupon' })
}

/** The amount a coupon pays part of: the plan's, without an addition, which comes on top. */
export function askedAmount(
  { effect }: Pick<HeldCoupon, 'effect'>,
  { cash_micros, discount_micros, startup_micros }: PlacingFacts,
): Micros {
  return cash_micros + startup_micros + (effect === 'addition' ? 0n : discount_micros)
}

/** The coupons of one batch: an earlier plan's use counts against a later one's. */
class HeldCoupons implements HeldSubjects {
  readonly #held: ReadonlyMap<string, HeldCoupon>
  readonly #taken = new Set<string>()
  readonly #zoneOf: (plan: PlacingFacts) => string
  readonly #last_days: Map<string, string>
  readonly #team_left: Map<string, Micros>

  constructor(
    held: ReadonlyMap<string, HeldCoupon>,
    zoneOf: (plan: PlacingFacts) => string,
    last_days: Map<string, string>,
    teams: ReadonlyMap<string, { cap_micros: Micros; used_micros: Micros }>,
  ) {
    this.#held = held
    this.#zoneOf = zoneOf
    this.#last_days = last_days
    this.#team_left = new Map(
      [...teams].map(([team_id, { cap_micros, used_micros }]) => [team_id, cap_micros - used_micros]),
    )
  }

  take(coupon_id: string, plan: PlacingFacts): Refusal | null {
    const coupon = this.#held.get(coupon_id)
    if (!coupon || coupon.customer_id !== plan.customer_id) return refused('coupon_not_found')
    const { team_id, now } = coupon
    const name = nameOf(coupon)
    const today = calendarDay(now, this.#zoneOf(plan))
    const last_day = this.#last_days.get(name)
    const team_left_micros = team_id === null ? null : (this.#team_left.get(team_id) ?? 0n)
    const amount_micros = askedAmount(coupon, plan)
    const reason = couponRefusal({
      ...coupon,
      state: this.#taken.has(coupon_id) ? 'used' : coupon.state,
      // `>=`, because moving to a zone further west must not bring a second use.
      is_name_used_today: last_day !== undefined && last_day >= today,
      team_left_micros,
      terms: coupon,
      plan: { product_id: plan.product_id, push: plan.push, amount_micros },
      now,
    })
    if (reason) return refused(reason)
    const { worth_micros } = couponUse(coupon, amount_micros, team_left_micros)
    if (worth_micros !== plan.discount_micros) return refused('coupon_worth_changed')
    this.#taken.add(coupon_id)
    this.#last_days.set(name, today)
    if (team_id !== null) this.#team_left.set(team_id, (team_left_micros ?? 0n) - worth_micros)
    return null
  }

  async record(tx: Transaction, placed: readonly PlacedFrom[]): Promise<void> {
    await useCoupons(
      tx,
      placed.flatMap(({ subject_id: coupon_id, plan_id, plan }) => {
        const coupon = this.#held.get(coupon_id)
        if (!coupon) return []
        const used_day = calendarDay(coupon.now, this.#zoneOf(plan))
        return [{ coupon_id, plan_id, worth_micros: plan.discount_micros, used_day }]
      }),
    )
  }
}
