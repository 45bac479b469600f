import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { Link } from 'react-router'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import type { Coupon } from '../api/coupons.ts'
import { Ticket } from './ticket.tsx'

/** The page of products that take a coupon. */
function productsOf({ product }: Coupon): string {
  return product ? `/plan/goods-detail?id=${encodeURIComponent(product.product_id)}` : '/plan?push=official'
}

/** One of the customer's coupons: its expiry, or what became of it. */
export function CouponTicket({ coupon }: { coupon: Coupon }) {
  const t = useMessages('coupons')
  const { money, time } = useFormatters()
  const currency = useCurrency()
  const { state, team, name } = coupon
  const is_over = state !== 'unused'
  return (
    <Ticket terms={coupon} is_over={is_over} state={is_over && <Chip>{t(`state.${state}`)}</Chip>}>
      {team && (
        <p className="mt-2 text-14">
          {t('team', {
            operated_id: team.leader_operated_id,
            used: money(team.used, currency, { decimals: 'all' }),
            cap: money(team.cap, currency),
          })}
        </p>
      )}
      <p className="mt-2 text-14">
        {coupon.closed_at && is_over
          ? t(`closed.${state}`, { at: time(coupon.closed_at) })
          : t('until', { at: time(coupon.expires_at) })}
      </p>
      {coupon.reason && <p className="text-14 wrap-anywhere">{t('reason', { reason: coupon.reason })}</p>}
      {coupon.plan && (
        <Link
          to={`/plan/detail?id=${encodeURIComponent(coupon.plan.plan_id)}`}
          className="-mb-2 flex min-h-11 items-center text-14 font-medium text-accent"
        >
          {t('usedIn', { number: coupon.plan.number, worth: money(coupon.plan.worth, currency) })}
        </Link>
      )}
      {state === 'unused' && (
        <Link
          to={productsOf(coupon)}
          aria-label={t('useLabel', { name })}
          className="mt-3 flex min-h-11 items-center justify-center rounded-control border border-edge px-4 text-14 font-medium text-accent"
        >
          {t('use')}
        </Link>
      )}
    </Ticket>
  )
}
