import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { useQuery } from '@tanstack/react-query'
import type { Term } from '../../../components/words/term-list.tsx'
import { propertyQuery } from '../../../lib/figures/property-query.ts'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import type { PlacingDraft } from './placing/placing-address.ts'
import { fundsOf, isPromoted } from './placing/placing-funds.ts'
import { wireMicros } from './placing/placing-rules.ts'

/** The plan's amount, and exactly what each kind of money pays; with what then remains in the wallet. */
export function usePaidBy(draft: PlacingDraft): Term[] {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const available = useQuery(propertyQuery()).data?.available_balance
  const { plan_micros, coupon_micros, startup_micros, cash_micros } = fundsOf(draft)
  const money = (micros: Micros) => format.money(formatAmount(micros), currency, { decimals: 'all' })
  const left_micros = available === undefined ? -1n : wireMicros(available) - cash_micros
  const left = left_micros < 0n ? {} : { note: t('leftAfter', { amount: money(left_micros) }) }
  const amount: Term = { label: t('amount'), value: money(plan_micros) }
  if (!isPromoted(draft)) return [{ ...amount, ...left }]
  return [
    amount,
    ...(coupon_micros > 0n
      ? [
          {
            label: t('pay.byCoupon'),
            word: 'coupon' as const,
            value: money(coupon_micros),
            note: t('pay.couponNote'),
          },
        ]
      : []),
    ...(startup_micros > 0n
      ? [
          {
            label: t('pay.byStartup'),
            word: 'startup_funds' as const,
            value: money(startup_micros),
            note: t('pay.startupNote'),
          },
        ]
      : []),
    { label: t('pay.byYou'), value: money(cash_micros), ...left },
  ]
}
