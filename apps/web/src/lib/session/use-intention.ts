import { forgetIntentions, intentionDone, intentionId } from '@adtally/client/intentions.ts'
import { useCallback } from 'react'
import { onSignOut } from './session.ts'

onSignOut(forgetIntentions)

/**
 * The `request_id` of a money call: one per intention, not per try (PRODUCT §16). The same `content` and `purpose`
 * give the same id on any page and after a reload; other content starts a new intention, and so does this one after
 * `done`, called once its answer is on screen. Other pending ones are not affected.
 */
export function useIntention(purpose: string): {
  requestId(content: unknown): string
  done(content: unknown): void
} {
  const requestId = useCallback((content: unknown) => intentionId(purpose, content), [purpose])
  const done = useCallback((content: unknown) => intentionDone(purpose, content), [purpose])
  return { requestId, done }
}
