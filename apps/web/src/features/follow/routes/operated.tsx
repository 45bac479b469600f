import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { assistanceQuery, type Draft } from '../api/assistance.ts'
import { Drafts } from '../components/drafts.tsx'
import { FollowForm } from '../components/follow-form.tsx'
import { IncomeCard } from '../components/income-card.tsx'
import { OwnIdCard } from '../components/own-id-card.tsx'
import { PresentCard } from '../components/present-card.tsx'
import { Records } from '../components/records.tsx'
import { SharesCard } from '../components/shares-card.tsx'

const ConfirmSheet = lazy(() => import('../components/confirm-sheet.tsx'))

function PageSkeleton() {
  return (
    <Loading className="gap-4 px-4">
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  )
}

/** /ad-center/operated: own operated ID, whom one follows, drafts to confirm, follow records. */
export default function OperatedPage() {
  const query = useInfiniteQuery(assistanceQuery())
  const [chosen, setChosen] = useState<Draft | null>(null)
  return (
    <>
      <Loaded query={query} skeleton={<PageSkeleton />}>
        {({ pages: [first] }) => {
          if (!first) return null
          const { own, relation, drafts } = first
          const waiting = <Drafts drafts={drafts} relation={relation} onChoose={setChosen} />
          // What waits for a word comes first.
          return (
            <div className="flex flex-col gap-5 px-4 pb-10">
              {drafts.length > 0 && waiting}
              <OwnIdCard own={own} />
              {relation && <PresentCard relation={relation} />}
              {drafts.length === 0 && waiting}
              <FollowForm present={relation} />
              <SharesCard />
              <IncomeCard />
              <Records />
            </div>
          )
        }}
      </Loaded>
      {chosen && (
        <Suspense>
          <ConfirmSheet
            draft={chosen}
            fee_percent={query.data?.pages[0]?.relation?.fee_percent ?? 0}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </>
  )
}
