import { useCallback } from 'react'
import * as z from 'zod/mini'
import { onSignOut } from './session.ts'

/** How long an unanswered intention lasts; a later try is a new one. */
const KEPT_MS = 3_600_000
/** Longer content is somebody's text, which should not be stored. */
const KEPT_LENGTH_MAX = 300
const KEY = 'intentions'

const keptIntentions = z.record(z.string(), z.object({ id: z.string(), begun_ms: z.number() }))

/** By purpose and content; kept across pages and reloads, because a lost answer may be. */
let intentions = readKept()
onSignOut(() => {
  intentions = {}
  keep()
})

function readKept(): z.infer<typeof keptIntentions> {
  try {
    return z.safeParse(keptIntentions, JSON.parse(sessionStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    // Storage may be forbidden or hold anything.
    return {}
  }
}

function keep(): void {
  const short = Object.entries(intentions).filter(([content]) => content.length <= KEPT_LENGTH_MAX)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(short)))
  } catch {
    // Then they live as long as the page.
  }
}

function idOf(content: string): string {
  const known = intentions[content]
  if (known && Date.now() - known.begun_ms < KEPT_MS) return known.id
  const id = crypto.randomUUID()
  intentions = { ...intentions, [content]: { id, begun_ms: Date.now() } }
  keep()
  return id
}

/** Ends the intention behind a request whose answer is on screen, even if the page was reloaded meanwhile. */
export function endIntention(request_id: string): void {
  intentions = Object.fromEntries(Object.entries(intentions).filter(([, { id }]) => id !== request_id))
  keep()
}

/**
 * The `request_id` of a money call: one per intention, not per try (PRODUCT §16). The same `content` and `purpose`
 * give the same id for an hour, on any page and after a reload, so that a lost reply never pays twice and a retry
 * gets the first try's answer. Other content starts a new intention, and so does this one after `done`, called once
 * its answer is on screen; other pending ones are not affected.
 */
export function useIntention(purpose: string): {
  requestId(content: unknown): string
  done(content: unknown): void
} {
  const keyOf = useCallback((content: unknown) => JSON.stringify([purpose, content]), [purpose])
  const requestId = useCallback((content: unknown) => idOf(keyOf(content)), [keyOf])
  const done = useCallback((content: unknown) => endIntention(intentions[keyOf(content)]?.id ?? ''), [keyOf])
  return { requestId, done }
}
