import { createHash } from 'node:crypto'
import crawlers from 'crawler-user-agents'
import { list as bots } from 'isbot'
import * as z from 'zod/mini'
import { memoized } from '../../../lib/memoized.ts'

/** A list as a version of a rule names it. */
export const listUsed = z.strictObject({
  /** Of its entries, each on a line. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  entries: z.int(),
  /** The npm package, with its version; `adtally` where the list is this program's own. */
  package: z.string(),
})
export type ListUsed = z.infer<typeof listUsed>

interface HeldList extends ListUsed {
  rule: string
  name: string
  pattern: RegExp
}

/**
 * How a crawler that no list knows by its name tells that it is one: by an address that says what it is for, as a
 * program that is `compatible` with browsers and names itself there, or by a product token (RFC 9309 §2.2.1) whose name ends
 * in its trade. The browsers that called themselves compatible are none; nor is a telephone by Cubot.
 */
const CRAWLERS_FORMS: readonly string[] = [
  String.raw`\+https?://`,
  String.raw`\bcompatible;(?! ?(?:MSIE \d|Konqueror/\d))`,
  String.raw`(?<!\bcu)(?:bot|crawler|spider|fetcher|scraper)/\d`,
]

/**
 * The lists of crawlers that this program has. A version names the lists that it goes by; where a package is raised, the
 * list of before stays here beside the new one until a version that names the new one is in force.
 */
const HELD: readonly HeldList[] = [
  hold('isbot', 'isbot@5.2.3', bots, 'i'),
  hold(
    'crawler-user-agents',
    'crawler-user-agents@1.60.0',
    crawlers.map(({ pattern }) => pattern),
    '',
  ),
  hold('forms', 'adtally', CRAWLERS_FORMS, 'i'),
]

const AGENTS_MAX = 5_000
/** As much of a user agent is stored. No browser's is as long, and the lists' patterns take long for longer ones. */
export const AGENT_LENGTH_MAX = 1_024

function hold(name: string, source: string, entries: readonly string[], flags: string): HeldList {
  const sha256 = createHash('sha256').update(entries.join('\n')).digest('hex')
  const pattern = new RegExp(entries.join('|'), flags)
  return { rule: 'known_crawler', name, package: source, sha256, entries: entries.length, pattern }
}

/** Whether this program has the very list that a version names. */
export function isHeldList(rule: string, name: string, { sha256 }: ListUsed): boolean {
  return HELD.some((held) => held.rule === rule && held.name === name && held.sha256 === sha256)
}

/** The lists that a new version of a rule goes by: the newest that this program has. */
export function newestLists(rule: string): Record<string, ListUsed> {
  return Object.fromEntries(
    HELD.filter((held) => held.rule === rule).map(({ name, sha256, entries, package: source }) => [
      name,
      { sha256, entries, package: source },
    ]),
  )
}

/** Digests of the lists that have this user agent. */
function listsNaming(user_agent: string): ReadonlySet<string> {
  return new Set(HELD.filter(({ pattern }) => pattern.test(user_agent)).map(({ sha256 }) => sha256))
}

// Few agents send most events, and the lists are long.
const memoizedLists = memoized(listsNaming, AGENTS_MAX)

/** Whether a user agent is absent, longer than any browser's, or a crawler by any of these lists. */
export function isCrawler(user_agent: string, lists: Readonly<Record<string, ListUsed>>): boolean {
  if (user_agent.length >= AGENT_LENGTH_MAX || user_agent.trim() === '') return true
  const naming = memoizedLists(user_agent)
  return Object.values(lists).some(({ sha256 }) => naming.has(sha256))
}
