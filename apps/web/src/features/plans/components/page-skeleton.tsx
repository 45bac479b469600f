import { Loading, Skeleton } from '@adtally/ui/states.tsx'

/** The skeleton of a product's or plan's page. */
export function PageSkeleton() {
  return (
    <Loading className="gap-4 px-4">
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-60 w-full" />
    </Loading>
  )
}
