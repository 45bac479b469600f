import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Loaded } from '../../../../components/loaded.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { type UsableCoupon, usableCouponsQuery } from '../../api/means.ts'
import type { ChosenCoupon } from './placing-address.ts'
import { wireMicros } from './placing-rules.ts'

interface CouponChoiceProps {
  product_id: string
  amount: string
  chosen: ChosenCoupon | null
  onChoose: (coupon: ChosenCoupon | null) => void
}

/** Chooses a coupon or none: what each would pay of this plan, or why it can't. */
export function CouponChoice({ product_id, amount, chosen, onChoose }: CouponChoiceProps) {
  const t = useMessages('plan')
  // Normalised, so that 250 and 250.00 are the same query.
  const query = useQuery(usableCouponsQuery(product_id, formatAmount(wireMicros(amount))))
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-28 w-full" />}>
      {({ items }) =>
        items.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-14 font-medium">{t('pay.coupon')}</legend>
            <Choice checked={chosen === null} onChoose={() => onChoose(null)} title={t('pay.noCoupon')} />
            {items.map((item) => (
              <CouponRow
                key={item.coupon.coupon_id}
                item={item}
                checked={chosen?.coupon_id === item.coupon.coupon_id}
                onChoose={onChoose}
              />
            ))}
          </fieldset>
        )
      }
    </Loaded>
  )
}

interface CouponRowProps {
  item: UsableCoupon
  checked: boolean
  onChoose: (coupon: ChosenCoupon) => void
}

function CouponRow({ item: { coupon, worth, why }, checked, onChoose }: CouponRowProps) {
  const t = useMessages('plan')
  const { money, time } = useFormatters()
  const currency = useCurrency()
  const { coupon_id, name, language, effect, expires_at } = coupon
  const adds = effect === 'addition'
  const amount = money(worth, currency)
  return (
    <Choice
      checked={checked}
      disabled={why !== null}
      onChoose={() => onChoose({ coupon_id, worth, adds })}
      title={<span lang={language}>{name}</span>}
      detail={why ?? (adds ? t('pay.adds', { amount }) : t('pay.pays', { amount }))}
      note={t('pay.until', { at: time(expires_at) })}
    />
  )
}

interface ChoiceProps {
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  title: ReactNode
  detail?: string
  note?: string
}

function Choice({ checked, disabled = false, onChoose, title, detail, note }: ChoiceProps) {
  const id = useId()
  return (
    <label
      className={classNames(
        'flex min-h-14 items-center gap-3 rounded-control border px-3 py-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
        checked ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <input
        type="radio"
        name="coupon"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-describedby={detail ? id : undefined}
        className="size-5 flex-none accent-accent"
      />
      <span className="flex min-w-0 flex-col">
        <span className={classNames('text-16 wrap-anywhere', disabled && 'text-muted')}>{title}</span>
        {detail && (
          <span id={id} className="text-14 text-muted">
            {detail}
          </span>
        )}
        {note && <span className="text-12 text-muted">{note}</span>}
      </span>
    </label>
  )
}
