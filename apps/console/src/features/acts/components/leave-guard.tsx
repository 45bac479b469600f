import { lazy, Suspense } from 'react'
import { useLeaveGuard } from './use-leave-guard.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/** Asks before a changed form is left for another page. What was typed is found again there (`lib/drafts.ts`). */
export function LeaveGuard({ is_changed }: { is_changed: boolean }) {
  const { wish, stay } = useLeaveGuard(is_changed)
  // Loaded once something was typed, so that it is there without a connection.
  if (!is_changed) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog is_open={wish !== null} onStay={stay} onLeave={() => wish?.go()} />
    </Suspense>
  )
}
