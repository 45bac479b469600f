import { isShownOnce } from '@adtally/contract/operator/statement/shown-once.ts'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { holdWork } from '../../lib/drafts.ts'
import { LeaveGuard } from './leave-guard.tsx'

interface ShownOnceProps {
  onNoted(): void
}

// Without a connection what is shown stays all the same.
const OnceNotice = lazy<ComponentType<ShownOnceProps>>(() =>
  import('./once-notice.tsx').catch(() => ({ default: () => null })),
)

/** Whether an act's answer has something that it shows once; of an approval, what was approved. */
export function hasShownOnce(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  return isShownOnce(Object.keys(answer)) || ('outcome' in answer && hasShownOnce(answer.outcome))
}

/** Holds an answer that has something shown once: as long as this is there, it is not left without a question. */
export function ShownOnce({ onNoted }: ShownOnceProps) {
  useEffect(() => holdWork(), [])
  return (
    <>
      <LeaveGuard is_changed is_shown_once />
      <Suspense fallback={null}>
        <OnceNotice onNoted={onNoted} />
      </Suspense>
    </>
  )
}
