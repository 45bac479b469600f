import { lazy, Suspense } from 'react'
import { useBlocker } from 'react-router'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/** Asks before a changed form is left for another page. What was typed is found again there (`lib/drafts.ts`). */
export function LeaveGuard({ is_changed }: { is_changed: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      is_changed &&
      `${currentLocation.pathname}${currentLocation.search}` !==
        `${nextLocation.pathname}${nextLocation.search}`,
  )
  // Loaded once something was typed, so that it is there without a connection.
  if (!is_changed) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog
        is_open={blocker.state === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </Suspense>
  )
}
