import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { CouponTab, userCouponList, coupon as wireCoupon } from '@adtally/contract/money/coupons.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { customersByIds } from '../identity/index.ts'
import { productsByIds } from '../marketplace/index.ts'
import { cutPage } from '../paging.ts'
import { plansNamed } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { type Coupon, couponsIn } from './coupons.repository.ts'
import { parseTabCursor, writeTabCursor } from './list-cursor.ts'
import { offersByIds, teamsByIds } from './offers/offers.repository.ts'
import { presentCoupon } from './presenter.ts'

const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)

/** A page of one tab of a customer's coupons. Throws `cursor_invalid`. */
export async function listCoupons(
  services: Services,
  customer_id: string,
  input: { state?: CouponTab | undefined; cursor?: string | undefined; limit?: number | undefined },
  language: Language,
): Promise<OutputOf<typeof userCouponList>> {
  const { state: tab = 'unused', cursor, limit = LIMIT_DEFAULT } = input
  const after = cursor === undefined ? null : parseTabCursor(cursor, tab)
  const found = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    couponsIn(tx, customer_id, tab, { after, limit: limit + 1 }),
  )
  const { items, next_cursor } = cutPage(found, limit, ({ coupon_id, closed_at, expires_at }) =>
    writeTabCursor(tab, { at: tab === 'unused' ? expires_at : (closed_at ?? expires_at), coupon_id }),
  )
  return { items: await couponsShown(services, items, language), next_cursor }
}

/** Coupons as their customer sees them, with the names of what they refer to. */
export async function couponsShown(
  { database, clock }: Services,
  coupons: readonly Coupon[],
  language: Language,
): Promise<z.infer<typeof wireCoupon>[]> {
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const offers = await offersByIds(tx, present(coupons.map(({ offer_id }) => offer_id)))
    const products = await productsByIds(tx, present(coupons.map(({ product_id }) => product_id)))
    const plans = await plansNamed(tx, present(coupons.map(({ plan_id }) => plan_id)))
    const teams = await teamsOf(tx, present(coupons.map(({ team_id }) => team_id)))
    const now = clock.now()
    return coupons.map((coupon) => {
      const referred = {
        offer: offers.get(coupon.offer_id ?? '') ?? null,
        product_name: products.get(coupon.product_id ?? '')?.name ?? null,
        plan_number: plans.get(coupon.plan_id ?? '')?.number ?? null,
        team: teams.get(coupon.team_id ?? '') ?? null,
      }
      return presentCoupon(coupon, referred, language, now)
    })
  })
}

async function teamsOf(tx: Transaction, team_ids: readonly string[]) {
  const teams = await teamsByIds(tx, team_ids)
  const leaders = await customersByIds(
    tx,
    [...teams.values()].map(({ leader_id }) => leader_id),
  )
  return new Map(
    [...teams].map(([team_id, { leader_id, cap_micros, used_micros }]) => [
      team_id,
      { leader_operated_id: leaders.get(leader_id)?.operated_id ?? '', cap_micros, used_micros },
    ]),
  )
}

/** One coupon as its customer sees it. */
export async function couponShown(
  services: Services,
  coupon: Coupon,
  language: Language,
): Promise<z.infer<typeof wireCoupon>> {
  const [shown] = await couponsShown(services, [coupon], language)
  if (!shown) throw new Refusal('no_user_data')
  return shown
}
