import { useCallback } from 'react'
import * as z from 'zod/mini'
import { onSignOut } from './session.ts'

/** How long an intention whose answer never came is the same one: longer, and who asks again means another. */
const KEPT_MS = 3_600_000
/** What is longer is a text of somebody's, which is nothing to keep beside the page. */
const KEPT_LENGTH_MAX = 300
const KEY = 'intentions'

const keptIntentions = z.record(z.string(), z.object({ id: z.string(), begun_ms: z.number() }))

/** By what is asked for; outlives page and reload, because a lost answer does. */
let intentions = readKept()
onSignOut(() => {
  intentions = {}
  keep()
})

function readKept(): z.infer<typeof keptIntentions> {
  try {
    return z.safeParse(keptIntentions, JSON.parse(sessionStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    // Storage may be forbidden, and what is there may be anything.
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

/** Ends the intention that a request was sent by: its answer is on screen, also where the page was loaded anew meanwhile. */
export function endIntention(request_id: string): void {
  intentions = Object.fromEntries(Object.entries(intentions).filter(([, { id }]) => id !== request_id))
  keep()
}

/**
 * The `request_id` of a money call: made once per intention, not per try (PRODUCT §16). The same `content` under the
 * same `purpose` gives the same id however often it is tried, on whichever page and after a reload, for an hour: a lost
 * reply never pays twice, and who asks again is answered what came of it. Other content, or `done` with this one once
 * its answer is on screen, begins a new intention; others under way stay as they are.
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
