import { keepIntentions } from '@adtally/client/intentions.ts'
import { useMemo } from 'react'
import { onSignOut } from './session.ts'

const intentions = keepIntentions('intentions')
onSignOut(intentions.forget)

/** Ends the intention behind a request whose answer is on screen, even if the page was reloaded meanwhile. */
export const endIntention = intentions.end

/**
 * The `request_id` of a money call: one per intention, not per try (PRODUCT §16). The same `content` and `purpose`
 * give the same id on any page and after a reload; other content starts a new intention, and so does this one after
 * `done`, called once its answer is on screen. Other pending ones are not affected.
 */
export function useIntention(purpose: string): {
  requestId(content: unknown): string
  done(content: unknown): void
} {
  return useMemo(
    () => ({
      requestId: (content) => intentions.idOf(purpose, content),
      done: (content) => intentions.done(purpose, content),
    }),
    [purpose],
  )
}
