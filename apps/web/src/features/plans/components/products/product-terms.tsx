import { useStore } from '@adtally/client/store.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { TitledCard } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { basic_config } from '../../../../lib/basic-config.ts'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Product } from '../../api/products.ts'
import { boundsOf } from '../placing/placing-rules.ts'
import { PushChips } from './push-chips.tsx'

const DAY_MS = 86_400_000

/** What a plan of the product pays and costs, and its limits. */
export function ProductTerms({ product }: { product: Product }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const bounds = boundsOf(product, useStore(basic_config))
  const publishers = product.publisher_share_percent
  return (
    <TitledCard title={t('terms')} className="pb-1">
      <TermList
        terms={[
          {
            label: t('payout'),
            word: 'payout',
            value: format.money(product.payout, currency),
            note: t('payoutNote', { days: Math.round(product.conversion_window_ms / DAY_MS) }),
          },
          {
            label: t('amountRange'),
            value: t('rangeOf', {
              min: format.amount(formatAmount(bounds.min_micros)),
              max: format.money(formatAmount(bounds.max_micros), currency),
            }),
          },
          {
            label: t('capLabel'),
            word: 'conversion_cap',
            value: t('capPercent', { percent: format.share(product.conversion_cap_percent / 100) }),
            note: t('capNote'),
          },
          {
            label: t('spendShares'),
            word: 'fee',
            value: t('spendSharesValue', {
              publishers: format.share(publishers / 100),
              platform: format.share(1 - publishers / 100),
            }),
            note: t('spendSharesNote'),
          },
          {
            label: t('placementsLabel'),
            word: 'placement',
            value: (
              <span className="flex flex-wrap justify-end gap-1.5">
                <PushChips push={product.push} />
              </span>
            ),
          },
          {
            label: t('escrowFree'),
            word: 'escrow',
            value: format.money(product.escrow_free, currency),
            note: t('escrowNote'),
          },
        ]}
      />
    </TitledCard>
  )
}
