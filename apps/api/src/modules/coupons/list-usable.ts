import type { InputOf, OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { message } from '@adtally/i18n/server.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { calendarDay } from '../../lib/time-zones.ts'
import { customerById, zoneOfCustomer } from '../identity/index.ts'
import { productsByIds, type ShownProduct } from '../marketplace/index.ts'
import { cutPage } from '../paging.ts'
import type { Services } from '../services.ts'
import { type Coupon, couponsIn } from './coupons.repository.ts'
import { couponsShown } from './list-coupons.ts'
import { parseTabCursor, writeTabCursor } from './list-cursor.ts'
import { teamsByIds } from './offers/offers.repository.ts'
import { couponRefusal, couponUse } from './rules.ts'
import { lastUsedDays, nameOf } from './used-coupons.repository.ts'

type UsableCoupons = OutputOf<typeof userCouponUsable>

/**
 * Unused coupons, soonest to expire first, with what each would pay of a plan, computed as for placing. Throws
 * `product_not_found`, `cursor_invalid`. `context`: the reader's language, and the zone for customers without one.
 */
export async function listUsable(
  services: Services,
  customer_id: string,
  input: InputOf<typeof userCouponUsable>,
  context: { language: Language; time_zone: string },
): Promise<UsableCoupons> {
  const { product_id, amount: amount_micros, cursor, limit = LIMIT_DEFAULT } = input
  const after = cursor === undefined ? null : parseTabCursor(cursor, 'unused')
  const { uses, next_cursor } = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const product = (await productsByIds(tx, [product_id])).get(product_id)
    if (!product) throw new Refusal('product_not_found', { field: 'product_id' })
    const found = await couponsIn(tx, customer_id, 'unused', { after, limit: limit + 1 })
    const time_zone = zoneOfCustomer(await customerById(tx, customer_id), context.time_zone)
    const plan = { product, amount_micros, today: calendarDay(services.clock.now(), time_zone) }
    const { items, next_cursor } = cutPage(found, limit, ({ expires_at, coupon_id }) =>
      writeTabCursor('unused', { at: expires_at, coupon_id }),
    )
    return { uses: await usesOf(services, tx, items, plan), next_cursor }
  })
  const shown = await couponsShown(
    services,
    uses.map(({ coupon }) => coupon),
    context.language,
  )
  return {
    items: shown.map((coupon, index) => present(coupon, uses[index], context.language)),
    next_cursor,
  }
}

interface Use {
  coupon: Coupon
  reason: ReturnType<typeof couponRefusal>
  own_micros: Micros
  worth_micros: Micros
}

async function usesOf(
  { clock }: Services,
  tx: Transaction,
  coupons: readonly Coupon[],
  { product, amount_micros, today }: { product: ShownProduct; amount_micros: Micros; today: string },
): Promise<Use[]> {
  const teams = await teamsByIds(
    tx,
    coupons.flatMap(({ team_id }) => team_id ?? []),
  )
  const last_days = await lastUsedDays(tx, coupons)
  return coupons.map((coupon) => {
    const team = teams.get(coupon.team_id ?? '')
    const team_left_micros = team ? team.cap_micros - team.used_micros : null
    const reason = couponRefusal({
      ...coupon,
      is_name_used_today: (last_days.get(nameOf(coupon)) ?? '') >= today,
      team_left_micros,
      terms: coupon,
      plan: { product_id: product.product_id, push: product.push, amount_micros },
      now: clock.now(),
    })
    const unused = { own_micros: amount_micros, worth_micros: 0n }
    return { coupon, reason, ...(reason ? unused : couponUse(coupon, amount_micros, team_left_micros)) }
  })
}

function present(coupon: UsableCoupons['items'][number]['coupon'], use: Use | undefined, language: Language) {
  const { reason = null, own_micros = 0n, worth_micros = 0n } = use ?? {}
  return {
    coupon,
    plan_amount: formatAmount(own_micros + worth_micros),
    own_money: formatAmount(own_micros),
    worth: formatAmount(worth_micros),
    reason,
    why: reason && message(language, `refusals.${reason}`),
  }
}
