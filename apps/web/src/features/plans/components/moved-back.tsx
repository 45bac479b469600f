import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useCurrency } from '../../../lib/figures/use-currency.ts'

/** What invalid traffic moved back, to the last digit: decimal strings in major units. */
export function MovedBack({
  spend_returned,
  revenue_reversed,
}: {
  spend_returned: string
  revenue_reversed: string
}) {
  const t = useMessages('plan')
  const { money } = useFormatters()
  const currency = useCurrency()
  return t('invalidMoved', {
    spend: money(spend_returned, currency, { decimals: 'all' }),
    revenue: money(revenue_reversed, currency, { decimals: 'all' }),
  })
}
