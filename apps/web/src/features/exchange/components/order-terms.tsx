import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import type { ExchangeOrder } from '../api/orders.ts'
import { usePreciseNumber } from './precise-number.ts'

/** What an order exchanges, with rate, reference rate, spread and fee, so that nothing is left to calculate. */
export function OrderTerms({ order }: { order: ExchangeOrder }) {
  const t = useMessages('exchange')
  const format = useFormatters()
  const currency = useCurrency()
  const { rateNumber, percent } = usePreciseNumber()
  const rateText = (rate: string) =>
    t('offer.rateValue', { from: currency, rate: rateNumber(rate), to: order.receive_currency })
  return (
    <TermList
      terms={[
        {
          label: t('offer.give'),
          value: <Amount value={order.amount} currency={currency} className="font-semibold" />,
        },
        {
          label: t('offer.fee'),
          value: t('offer.feeValue', {
            amount: format.money(order.fee, currency),
            percent: percent(order.fee_percent),
          }),
        },
        { label: t('offer.rate'), value: rateText(order.rate) },
        {
          label: t('offer.reference'),
          value: rateText(order.reference_rate),
          note: t('offer.referenceNote', {
            source: order.reference_source,
            at: format.time(order.reference_at),
          }),
        },
        { label: t('offer.spread'), value: percent(order.spread_percent), note: t('offer.spreadNote') },
        {
          label: t('offer.receive'),
          value: (
            <Amount
              value={order.receive_amount}
              currency={order.receive_currency}
              className="font-semibold"
            />
          ),
        },
      ]}
    />
  )
}
