import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CursorList } from '../../../../components/cursor-list.tsx'
import { productsQuery } from '../../api/products.ts'
import { CardsSkeleton } from '../cards-skeleton.tsx'
import { productFilterIn, useAddress } from '../list-filter.ts'
import { useComparedFigures } from './compared-figures.ts'
import { COMPARED_MAX, type ComparingWay } from './comparing.ts'
import { ProductFilters } from './product-filters.tsx'
import { ProductOrder } from './product-order.tsx'
import { ProductChoice, ProductRow } from './product-row.tsx'

/** Products to advertise: search, type, order, and a card each, on which products to compare are chosen. */
export function ProductsTab({ comparing, begin }: ComparingWay) {
  const t = useMessages('plan')
  const [, setSearch] = useSearchParams()
  const [address, change] = useAddress()
  const filter = productFilterIn(address)
  const query = useInfiniteQuery(productsQuery(filter))
  const { sort = 'newest', ...narrowing } = filter
  const is_filtered = Object.keys(narrowing).length > 0
  // Cards show payout and record anyway.
  const figure = useComparedFigures().find(
    ({ name }) => name === sort && !['payout', 'record'].includes(name),
  )
  return (
    <div className="flex flex-col gap-2 pt-4">
      <ProductFilters filter={filter} onChange={change} />
      <ProductOrder
        sort={sort}
        onSort={(next) => change('sort', next)}
        comparing={comparing}
        onCompare={begin}
      />
      <CursorList
        look="cards"
        query={query}
        label={t('products')}
        keyOf={(product) => product.product_id}
        skeleton={<CardsSkeleton />}
        empty={
          is_filtered ? (
            <EmptyState
              title={t('noMatch')}
              action={
                <Button variant="quiet" onClick={() => setSearch({}, { replace: true })}>
                  {t('showAll')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('noProducts')}>{t('noProductsText')}</EmptyState>
          )
        }
      >
        {(product) =>
          comparing ? (
            <ProductChoice
              product={product}
              figure={figure}
              chosen={comparing.chosen.includes(product.product_id)}
              full={comparing.chosen.length >= COMPARED_MAX}
              onToggle={() => comparing.toggle(product.product_id)}
            />
          ) : (
            <ProductRow product={product} figure={figure} />
          )
        }
      </CursorList>
    </div>
  )
}
