import { appendFileSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { BeaconKind } from '../pretend-browser.ts'

/** What somebody wanted to count. */
export type ClaimKind = BeaconKind | 'click' | 'conversion'

/** The reasons for which a request is not filled that are the filter's, and not a lack of plans. */
const FILTER_REASONS: readonly string[] = ['crawler', 'page_unknown', 'address_limit']

const claim = z.tuple([
  /** Who it was. */
  z.string(),
  z.string(),
  /** The decision, in the program's name for it; else why nothing was shown. */
  z.string(),
  /** Whether the program took it. */
  z.boolean(),
])

/** One thing that somebody wanted to count, with who it was. */
export interface Claim {
  actor: string
  kind: string
  /** The decision that it was of; null where the filter had nothing shown. */
  decision_id: string | null
  /** Why nothing was shown. */
  reason: string | null
  is_taken: boolean
}

/** Who hears what was claimed, and by whom it really was. */
export interface Witness {
  /** Nothing was shown, for this reason of the program's. */
  refused(actor: string, reason: string): void
  claimed(actor: string, kind: ClaimKind, token: string, is_taken: boolean): void
}

/** For visits that nobody writes down. */
export const NO_WITNESS: Witness = { refused: () => {}, claimed: () => {} }

const LINES_AT_ONCE = 200

/**
 * What really happened, written down beside the program in a file of its own: the program has no name for it and reads
 * nothing of it. `decisionOf` tells the decision of a token, which a visitor can't know.
 */
export class Truth implements Witness {
  readonly #path: string
  readonly #decisionOf: (token: string) => string | null
  #lines: string[] = []

  constructor(path: string, decisionOf: (token: string) => string | null) {
    this.#path = path
    this.#decisionOf = decisionOf
  }

  refused(actor: string, reason: string): void {
    if (FILTER_REASONS.includes(reason)) this.#write([actor, 'impression', reason, false])
  }

  claimed(actor: string, kind: ClaimKind, token: string, is_taken: boolean): void {
    const decision_id = this.#decisionOf(token)
    if (decision_id !== null) this.#write([actor, kind, decision_id, is_taken])
  }

  /** All that was claimed so far. */
  claims(): Claim[] {
    this.flush()
    return readLines(this.#path).flatMap((line): Claim[] => {
      const [actor, kind, what, is_taken] = line
      const is_shown = !FILTER_REASONS.includes(what)
      return [{ actor, kind, decision_id: is_shown ? what : null, reason: is_shown ? null : what, is_taken }]
    })
  }

  /** Writes what is not in the file yet. */
  flush(): void {
    if (this.#lines.length === 0) return
    appendFileSync(this.#path, this.#lines.join(''), { mode: 0o600 })
    this.#lines = []
  }

  #write(line: z.infer<typeof claim>): void {
    this.#lines.push(`${JSON.stringify(line)}\n`)
    if (this.#lines.length >= LINES_AT_ONCE) this.flush()
  }
}

/** The file's whole lines; a start that was cut off may have left a part of one. */
function readLines(path: string): z.infer<typeof claim>[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [z.parse(claim, JSON.parse(line))]
    } catch {
      return []
    }
  })
}
