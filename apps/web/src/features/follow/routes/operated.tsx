import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Loaded } from '../../../components/loaded.tsx'
import { assistanceQuery } from '../api/assistance.ts'
import { Drafts } from '../components/drafts.tsx'
import { FollowForm } from '../components/follow-form.tsx'
import { IncomeCard } from '../components/income-card.tsx'
import { OwnIdCard } from '../components/own-id-card.tsx'
import { PresentCard } from '../components/present-card.tsx'
import { Records } from '../components/records.tsx'
import { SharesCard } from '../components/shares-card.tsx'

function PageSkeleton() {
  return (
    <Loading className="gap-4 px-4">
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  )
}

/** /ad-center/operated: own operated ID, current leader, drafts to confirm, follow records. */
export default function OperatedPage() {
  const query = useInfiniteQuery(assistanceQuery())
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {({ pages: [first] }) => {
        if (!first) return null
        const { own, relation, drafts } = first
        const waiting = <Drafts drafts={drafts} relation={relation} />
        // Drafts that wait for an answer come first.
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
  )
}
