import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useLossLine } from '../../../../components/charts/loss-line.tsx'
import { ProductPicture } from '../../../../components/product-picture.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { ProductCard } from '../../api/products.ts'
import { productAddress } from '../placing/placing-address.ts'
import type { ComparedFigure } from './compared-figures.ts'
import { PushChips } from './push-chips.tsx'

const CARD = 'flex flex-col gap-3 rounded-card border border-line bg-surface p-4'

interface ProductRowProps {
  product: ProductCard
  /** The figure that the list is sorted by, unless the card shows it anyway. */
  figure?: ComparedFigure | undefined
}

interface ProductContentProps extends ProductRowProps {
  /** Before the name. */
  mark?: ReactNode
}

/** A product's card: picture, payout, range, kind of placements, and its record. */
function ProductContent({ product, figure, mark }: ProductContentProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const lossLine = useLossLine()
  return (
    <>
      <span className="flex gap-3">
        <ProductPicture url={product.image_url} size="large" />
        <span className="flex min-w-0 flex-auto flex-col gap-1">
          <span className="flex gap-2">
            <span className="min-w-0 flex-auto text-16 font-semibold wrap-break-word">{product.name}</span>
            {mark}
          </span>
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
      {figure && (
        <span className="flex flex-wrap justify-between gap-x-3 text-14">
          <span className="text-muted">{figure.label}</span>
          <span>{figure.read(product).text}</span>
        </span>
      )}
      <span className="flex items-start gap-1.5 text-12 text-hold">
        <Icon name="warning" size={14} color="currentColor" className="mt-px" />
        {lossLine(product.loss_record)}
      </span>
    </>
  )
}

/** A product in the list, linking to its page. */
export function ProductRow({ product, figure }: ProductRowProps) {
  return (
    <Link to={productAddress(product.product_id)} className={CARD}>
      <ProductContent product={product} figure={figure} />
    </Link>
  )
}

interface ProductChoiceProps extends ProductRowProps {
  chosen: boolean
  /** Whether no more can be chosen. */
  full: boolean
  onToggle: () => void
}

/** A product in the list, to choose for comparison. */
export function ProductChoice({ product, figure, chosen, full, onToggle }: ProductChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`${CARD} has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent`}
    >
      <ProductContent
        product={product}
        figure={figure}
        mark={
          <input
            id={id}
            type="checkbox"
            aria-label={product.name}
            checked={chosen}
            disabled={full && !chosen}
            onChange={onToggle}
            className="size-6 flex-none accent-accent disabled:opacity-45"
          />
        }
      />
    </label>
  )
}
