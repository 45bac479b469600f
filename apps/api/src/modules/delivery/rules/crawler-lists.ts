import crawlers from 'crawler-user-agents'
import { list as bots } from 'isbot'
import { memoized } from '../../../lib/memoized.ts'
import { digestOf, type HeldList, type ListUsed } from './list-used.ts'

interface CrawlerList extends HeldList {
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
export const CRAWLER_LISTS: readonly CrawlerList[] = [
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

function hold(name: string, source: string, entries: readonly string[], flags: string): CrawlerList {
  const pattern = new RegExp(entries.join('|'), flags)
  return { rule: 'known_crawler', name, package: source, ...digestOf(entries), pattern }
}

/** Digests of the lists that have this user agent. */
function listsNaming(user_agent: string): ReadonlySet<string> {
  return new Set(CRAWLER_LISTS.filter(({ pattern }) => pattern.test(user_agent)).map(({ sha256 }) => sha256))
}

// Few agents send most events, and the lists are long.
const memoizedLists = memoized(listsNaming, AGENTS_MAX)

/** Whether a user agent is absent, longer than any browser's, or a crawler by any of these lists. */
export function isCrawler(user_agent: string, lists: Readonly<Record<string, ListUsed>>): boolean {
  if (user_agent.length >= AGENT_LENGTH_MAX || user_agent.trim() === '') return true
  const naming = memoizedLists(user_agent)
  return Object.values(lists).some(({ sha256 }) => naming.has(sha256))
}
