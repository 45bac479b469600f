import { Skeleton, SkeletonRows } from '@adtally/ui/states.tsx'

/** Holds the place of a page while its chunk is on its way. */
export function LoadingPage() {
  return (
    <div className="flex flex-col gap-6 px-5 pt-6">
      <Skeleton className="h-8 w-2/5" />
      <SkeletonRows />
    </div>
  )
}
