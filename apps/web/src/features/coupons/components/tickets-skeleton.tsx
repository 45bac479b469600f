import { Loading, Skeleton } from '@adtally/ui/states.tsx'

/** The tickets' skeleton. */
export function TicketsSkeleton() {
  return (
    <Loading className="gap-3">
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}
