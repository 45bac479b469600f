import * as z from 'zod/mini'

/** How long an unanswered intention lasts; a later try is a new one. */
const KEPT_MS = 3_600_000
/** Longer content is somebody's text, which should not be stored. */
const KEPT_LENGTH_MAX = 300

const keptIntentions = z.record(z.string(), z.object({ id: z.string(), begun_ms: z.number() }))

/** What was asked for and has no answer yet, by purpose and content. */
export interface Intentions {
  /** The intention's `request_id`: the same for every try within an hour, another for other content. */
  idOf(purpose: string, content: unknown): string
  /** Ends it, once its answer is on screen: the same content is then a new intention. */
  done(purpose: string, content: unknown): void
  /** The same by its `request_id`, even if the page was reloaded meanwhile. */
  end(request_id: string): void
  /** Forgets all, because somebody else may come. */
  forget(): void
}

/**
 * Intentions behind money calls and acts (PRODUCT §16), kept under `key` in the tab's storage: across pages and reloads,
 * because a lost answer may be. Thus a lost reply never does a thing twice, and a retry gets the first try's answer.
 */
export function keepIntentions(key: string): Intentions {
  let intentions = readKept(key)

  const keep = () => {
    const short = Object.entries(intentions).filter(([content]) => content.length <= KEPT_LENGTH_MAX)
    try {
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(short)))
    } catch {
      // Then they live as long as the page.
    }
  }
  const keyOf = (purpose: string, content: unknown) => JSON.stringify([purpose, content])
  const end = (request_id: string) => {
    intentions = Object.fromEntries(Object.entries(intentions).filter(([, { id }]) => id !== request_id))
    keep()
  }
  return {
    idOf(purpose, content) {
      const wanted = keyOf(purpose, content)
      const known = intentions[wanted]
      if (known && Date.now() - known.begun_ms < KEPT_MS) return known.id
      const id = crypto.randomUUID()
      intentions = { ...intentions, [wanted]: { id, begun_ms: Date.now() } }
      keep()
      return id
    },
    done: (purpose, content) => end(intentions[keyOf(purpose, content)]?.id ?? ''),
    end,
    forget() {
      intentions = {}
      keep()
    },
  }
}

function readKept(key: string): z.infer<typeof keptIntentions> {
  try {
    return z.safeParse(keptIntentions, JSON.parse(sessionStorage.getItem(key) ?? '{}')).data ?? {}
  } catch {
    // Storage may be forbidden or hold anything.
    return {}
  }
}
