import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { type ReactNode, useId } from 'react'
import { Word } from '../../../components/words/word.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import type { Activity } from '../api/activities.ts'
import type { Coupon } from '../api/coupons.ts'

/** The terms that customers' and activities' coupons share. */
type Terms = Pick<
  Coupon | Activity,
  | 'kind'
  | 'name'
  | 'description'
  | 'language'
  | 'effect'
  | 'percent'
  | 'fixed_amount'
  | 'worth_max'
  | 'amount_min'
  | 'product'
  | 'example'
>

interface TicketProps {
  terms: Terms
  /** A chip beside the kind, such as what became of it. */
  state?: ReactNode
  /** It can't be used any more: drawn paler, and `state` says so. */
  is_over?: boolean
  /** Times, places and actions, below the conditions. */
  children?: ReactNode
}

const NOTCH = 'absolute top-0 size-4 -translate-y-1/2 rounded-chip border border-line bg-canvas'

/** A coupon as a ticket: its worth above the tear line, its conditions below. */
export function Ticket({ terms, state, is_over = false, children }: TicketProps) {
  const t = useMessages('coupons')
  const { money } = useFormatters()
  const currency = useCurrency()
  const id = useId()
  const { name, description, language } = terms
  const amount = (value: string) => money(value, currency)
  return (
    <article aria-labelledby={id} className="overflow-hidden rounded-card border border-line bg-surface">
      <header className="flex flex-col gap-1 px-4 pt-4 pb-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-12 text-muted">
            <Word of="coupon">{t(`kinds.${terms.kind}`)}</Word>
          </span>
          {state}
        </div>
        <h2 id={id} lang={language} className="text-16 font-medium wrap-anywhere">
          {name}
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span
            className={classNames(
              'text-28 font-semibold',
              is_over ? 'text-muted' : 'certainty-promotional text-accent',
            )}
          >
            <Worth terms={terms} />
          </span>
          {terms.percent !== null && (
            <span className="text-14 text-muted">{t('atMost', { amount: amount(terms.worth_max) })}</span>
          )}
        </p>
        {description && (
          <p lang={language} className="text-14 wrap-anywhere">
            {description}
          </p>
        )}
      </header>
      <div className="relative border-t border-dashed border-edge px-4 pt-3 pb-4">
        <span aria-hidden className={classNames(NOTCH, '-left-2')} />
        <span aria-hidden className={classNames(NOTCH, '-right-2')} />
        <ul className="flex flex-col gap-1 text-14">
          <li>
            {/[1-9]/.test(terms.amount_min)
              ? t('fromAmount', { amount: amount(terms.amount_min) })
              : t('anyAmount')}
          </li>
          <li className="wrap-anywhere">
            {terms.product ? t('oneProduct', { product: terms.product.name }) : t('anyProduct')}
          </li>
          <li className="text-muted">
            {t('example', {
              plan: amount(terms.example.plan_amount),
              own: amount(terms.example.own_money),
              worth: amount(terms.example.worth),
            })}
          </li>
        </ul>
        {children}
      </div>
    </article>
  )
}

function Worth({ terms: { effect, percent, worth_max } }: { terms: Terms }) {
  const t = useMessages('coupons')
  const { money } = useFormatters()
  const currency = useCurrency()
  const writePercent = usePercent()
  const is_addition = effect === 'addition'
  if (percent === null) {
    const amount = money(worth_max, currency)
    return is_addition ? t('worth.amountMore', { amount }) : t('worth.amountOff', { amount })
  }
  const share = writePercent(String(percent))
  return is_addition ? t('worth.percentMore', { percent: share }) : t('worth.percentOff', { percent: share })
}
