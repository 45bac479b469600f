import { Card } from '@adtally/ui/card.tsx'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'

const CARDS = ['first', 'second', 'third'] as const

/** The product cards' skeleton. */
export function CardsSkeleton() {
  return (
    <Loading className="gap-3">
      {CARDS.map((card) => (
        <Card key={card} className="flex flex-col gap-3">
          <div className="flex gap-3">
            <Skeleton className="size-22 flex-none" />
            <div className="flex flex-auto flex-col gap-2">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          </div>
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-4 w-4/5" />
        </Card>
      ))}
    </Loading>
  )
}
