import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { part } from '@adtally/ui/part.tsx'
import { Skeleton, SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { propertyQuery } from '../../../lib/figures/property-query.ts'
import { query_client } from '../../../lib/query-client.ts'
import { isRestricted, session } from '../../../lib/session/session.ts'
import { beneficiaryQuery } from '../api/beneficiary.ts'
import { type FlowFilter, fundFlowQuery } from '../api/fund-flow.ts'
import { withdrawalsQuery } from '../api/withdrawals.ts'
import { addressOf, useFlowFilter } from '../components/flow/flow-filter.ts'
import { FundDetails } from '../components/fund-details.tsx'
import { HoldCard } from '../components/hold-card.tsx'
import { ApartCard, TotalCard } from '../components/total-card.tsx'
import { WalletActions } from '../components/wallet-actions.tsx'
import { WalletLinks } from '../components/wallet-links.tsx'
import { WithdrawalsInProgress } from '../components/withdrawing/withdrawals-in-progress.tsx'

const WithdrawFlow = part(() => import('../components/withdrawing/withdraw-flow.tsx'))
const FlowLineSheet = part(() => import('../components/flow/flow-line-sheet.tsx'))
const HoldsSheet = part(() => import('../components/holds-sheet.tsx'))

/**
 * Requests everything that the page starts with before it renders, so that it renders only once.
 *
 * @public
 */
export function ask(): void {
  void query_client.prefetchQuery(propertyQuery())
  void query_client.prefetchInfiniteQuery(fundFlowQuery({}))
  void query_client.prefetchQuery(withdrawalsQuery())
  void query_client.prefetchQuery(beneficiaryQuery())
}

/** /wallet: the total with its parts, holds, withdrawals, fund details; withdrawing is a state of the same page. */
export default function WalletPage() {
  const [search] = useSearchParams()
  if (search.has('withdraw')) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <WithdrawFlow />
      </Suspense>
    )
  }
  return <Overview />
}

function PageSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <Skeleton className="h-80 w-full" />
      <SkeletonRows />
    </div>
  )
}

/** Scrolls to the fund details once they are rendered, if the address asks for entries. */
function ShowEntries({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn])
  return null
}

function Overview() {
  const t = useMessages('wallet')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const restricted = isRestricted(useStore(session))
  const query = useQuery(propertyQuery())
  const [filter, setFilter] = useFlowFilter()
  const heading = useRef<HTMLHeadingElement>(null)
  const source = filter.part ?? filter.type
  const line_id = search.get('line')
  const closeSheet = () => navigate('/wallet', { replace: true, preventScrollReset: true })

  // A figure links to its entries further down.
  const showEntries = useCallback(() => {
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  const openSource = (next: FlowFilter) => {
    void navigate(addressOf(next), { preventScrollReset: true })
    showEntries()
  }

  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(property) => (
        <div className="flex flex-col gap-4 px-4 pb-10">
          <TotalCard property={property} onSource={openSource} />
          <WalletActions restricted={restricted} />
          {property.holds.length > 0 && (
            <ul aria-label={t('holds')} className="flex flex-col gap-4">
              {property.holds.map((hold) => (
                <li key={hold.hold_id}>
                  <HoldCard hold={hold} currency={property.currency} />
                </li>
              ))}
            </ul>
          )}
          <WithdrawalsInProgress currency={property.currency} />
          <WalletLinks restricted={restricted} />
          <ApartCard property={property} onSource={openSource} />
          {search.has('holds') && (
            <Suspense>
              <HoldsSheet currency={property.currency} onClose={closeSheet} />
            </Suspense>
          )}
          {line_id && (
            <Suspense>
              <FlowLineSheet id={line_id} currency={property.currency} onClose={closeSheet} />
            </Suspense>
          )}
          <FundDetails currency={property.currency} filter={filter} onFilter={setFilter} heading={heading} />
          {source !== undefined && <ShowEntries key={source} onDrawn={showEntries} />}
        </div>
      )}
    </Loaded>
  )
}
