import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ProductPicture } from '../../../../components/product-picture.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Product } from '../../api/products.ts'

/** The product that the plan is for. */
export function ProductStrip({ product }: { product: Product }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  return (
    <div className="flex items-center gap-3">
      <ProductPicture url={product.image_url} />
      <p className="flex min-w-0 flex-col">
        <span className="text-16 font-medium">{product.name}</span>
        <span className="text-12 text-muted">
          {t('payoutEach', { payout: format.money(product.payout, currency) })}
        </span>
      </p>
    </div>
  )
}
