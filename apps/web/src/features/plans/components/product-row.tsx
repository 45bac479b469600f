import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icon.tsx'
import { Link } from 'react-router'
import { useLossLine } from '../../../components/loss-line.tsx'
import { ProductPicture } from '../../../components/product-picture.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import type { ProductCard } from '../api/products.ts'
import { productAddress } from './placing-address.ts'
import { PushChips } from './push-chips.tsx'

/** A product in the list: picture, payout, range, on whose placements, and how plans of it ended. */
export function ProductRow({ product }: { product: ProductCard }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const lossLine = useLossLine()
  return (
    <Link
      to={productAddress(product.product_id)}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <span className="flex gap-3">
        <ProductPicture url={product.image_url} size="large" />
        <span className="flex min-w-0 flex-auto flex-col gap-1">
          <span className="text-16 font-semibold">{product.name}</span>
          <span className="text-12 text-muted">{product.advertiser}</span>
          <span className="text-14">
            {t('payoutEach', { payout: format.money(product.payout, currency) })}
          </span>
          <span className="text-12 text-muted">
            {t('rangeOf', {
              min: format.amount(product.amount_min),
              max: format.money(product.amount_max, currency),
            })}
          </span>
        </span>
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Chip icon={product.type === 'video' ? 'play' : 'external'}>{t(`types.${product.type}`)}</Chip>
        <PushChips push={product.push} />
        {product.related_party && <Chip tone="hold">{t('relatedParty')}</Chip>}
      </span>
      <span className="flex items-start gap-1.5 text-12 text-hold">
        <Icon name="warning" size={14} color="currentColor" className="mt-px" />
        {lossLine(product.loss_record)}
      </span>
    </Link>
  )
}
