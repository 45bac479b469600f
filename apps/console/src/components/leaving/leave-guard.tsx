import { lazy, Suspense } from 'react'
import { useLeaveGuard } from './use-leave-guard.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/**
 * Asks before a changed form is left for another page, where what was typed is found again (`lib/drafts.ts`); or what is shown
 * once.
 */
export function LeaveGuard({
  is_changed,
  is_shown_once = false,
}: {
  is_changed: boolean
  is_shown_once?: boolean
}) {
  const { wish, stay } = useLeaveGuard(is_changed)
  // Loaded once something was typed, so that it is there without a connection.
  if (!is_changed) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog
        of={is_shown_once ? 'once' : 'leaving'}
        is_open={wish !== null}
        onStay={stay}
        onLeave={() => wish?.go()}
      />
    </Suspense>
  )
}
