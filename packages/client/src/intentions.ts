import * as z from 'zod/mini'

/** How long an unanswered intention lasts unless its caller says otherwise; a later try is a new one. */
const KEPT_MS = 3_600_000
/** Longer content is somebody's text, which should not be stored. */
const KEPT_LENGTH_MAX = 300
const KEY = 'intentions'

const keptIntentions = z.record(z.string(), z.object({ id: z.string(), begun_ms: z.number() }))

/** By purpose and content; kept across pages and reloads of the tab, because a lost answer may be. */
let intentions = readKept()

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

const keyOf = (purpose: string, content: unknown) => JSON.stringify([purpose, content])

/**
 * The `request_id` of an intention (PRODUCT §16): the same for every try of the same content within `kept_ms`, so that a lost
 * reply never does a thing twice and a retry gets the first try's answer; another for other content.
 */
export function intentionId(purpose: string, content: unknown, kept_ms = KEPT_MS): string {
  const wanted = keyOf(purpose, content)
  const known = intentions[wanted]
  if (known && Date.now() - known.begun_ms < kept_ms) return known.id
  const id = crypto.randomUUID()
  intentions = { ...intentions, [wanted]: { id, begun_ms: Date.now() } }
  keep()
  return id
}

/** Ends the intention behind a request whose answer is on screen, even if the page was reloaded meanwhile. */
export function endIntention(request_id: string): void {
  intentions = Object.fromEntries(Object.entries(intentions).filter(([, { id }]) => id !== request_id))
  keep()
}

/** The same by what it was about: the same content is then a new intention. */
export function intentionDone(purpose: string, content: unknown): void {
  endIntention(intentions[keyOf(purpose, content)]?.id ?? '')
}

/** Forgets all of them, because somebody else may come. */
export function forgetIntentions(): void {
  intentions = {}
  keep()
}
