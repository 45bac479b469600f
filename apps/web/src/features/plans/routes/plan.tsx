import { useMessages } from '@adtally/i18n/use-messages.ts'
import { part } from '@adtally/ui/part.tsx'
import { Tabs } from '@adtally/ui/tabs.tsx'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { query_client } from '../../../lib/query-client.ts'
import { productsQuery } from '../api/products.ts'
import { MyPlansTab } from '../components/my-plans-tab.tsx'
import { useComparing } from '../components/products/comparing.ts'
import { ProductsTab } from '../components/products/products-tab.tsx'

// Loaded on demand: few visits compare products.
const CompareBar = part(() => import('../components/products/compare-bar.tsx'))

/**
 * Requests the products, which the page starts with, before it renders.
 *
 * @public
 */
export function ask(): void {
  void query_client.prefetchInfiniteQuery(productsQuery({}))
}

/** /plan: products to advertise, and the customer's plans; tab and filters are in the address. */
export default function PlanPage() {
  const t = useMessages('plan')
  const title = useMessages('titles')('plan.title')
  const [search, setSearch] = useSearchParams()
  const way = useComparing()
  const tab = search.get('tab') === 'mine' ? 'mine' : 'products'
  return (
    <>
      <div className="flex flex-auto flex-col px-4 pb-10">
        <Tabs
          label={title}
          tabs={[
            { value: 'products', label: t('products') },
            { value: 'mine', label: t('mine') },
          ]}
          value={tab}
          onChange={(next) => setSearch(next === 'mine' ? { tab: next } : {}, { replace: true })}
        >
          {tab === 'mine' ? <MyPlansTab /> : <ProductsTab {...way} />}
        </Tabs>
      </div>
      {tab === 'products' && way.comparing && (
        <Suspense>
          <CompareBar comparing={way.comparing} />
        </Suspense>
      )}
    </>
  )
}
