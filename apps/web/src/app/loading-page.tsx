import { Skeleton, SkeletonRows } from '@adtally/ui/states.tsx'

/** Shown while a page's chunk loads. */
export function LoadingPage() {
  return (
    <div className="flex flex-col gap-6 px-5 pt-6">
      <Skeleton className="h-8 w-2/5" />
      <SkeletonRows />
    </div>
  )
}
