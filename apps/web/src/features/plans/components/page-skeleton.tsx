import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Skeleton } from '@adtally/ui/states.tsx'

/** A product or plan to come. */
export function PageSkeleton() {
  const t = useMessages('ui')
  return (
    <div role="status" className="flex flex-col gap-4 px-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}
