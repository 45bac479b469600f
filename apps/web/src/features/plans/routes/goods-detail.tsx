import { part } from '@adtally/ui/part.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { HeaderBackdrop } from '../../../components/header/header-backdrop.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { productQuery } from '../api/products.ts'
import { Gone } from '../components/gone.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { draftIn, type PlacingDraft, stepAddress, stepIn } from '../components/placing/placing-address.ts'
import { ProductView } from '../components/products/product-view.tsx'

// Loaded for placing only: looking at a product needs neither slider, keypad nor terms.
const Placing = part(() => import('../components/placing/placing.tsx'))

/** /plan/goods-detail?id=: a product; placing a plan of it is a state of the same page. */
export default function GoodsDetailPage() {
  const [search] = useSearchParams()
  const product_id = search.get('id')
  if (!product_id) return <Navigate to="/plan" replace />
  return <ProductPage key={product_id} product_id={product_id} />
}

/** The members of the address that make a draft. */
const DRAFT_MEMBERS = ['amount', 'days', 'coupon', 'worth', 'startup', 'draft'] as const

function ProductPage({ product_id }: { product_id: string }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const addressed = DRAFT_MEMBERS.map((name) => search.get(name) ?? '').join(' ')
  const [{ draft, taken_from }, setTaken] = useState({ draft: draftIn(search), taken_from: addressed })
  // A new address replaces the draft; typed text stays while the address does.
  if (addressed !== taken_from) {
    setTaken({ draft: search.has('amount') ? draftIn(search) : draft, taken_from: addressed })
  }
  const setDraft = (next: PlacingDraft) => setTaken({ draft: next, taken_from: addressed })
  const query = useQuery(productQuery(product_id))
  const step = stepIn(search)
  return (
    <>
      <HeaderBackdrop />
      <Loaded query={query} skeleton={<PageSkeleton />} gone={<Gone what="product" />}>
        {(product) =>
          step === null ? (
            <ProductView
              product={product}
              onPlace={() => void navigate(stepAddress(product_id, 'amount', draft))}
            />
          ) : (
            <Suspense fallback={<PageSkeleton />}>
              <Placing product={product} step={step} draft={draft} onDraft={setDraft} />
            </Suspense>
          )
        }
      </Loaded>
    </>
  )
}
