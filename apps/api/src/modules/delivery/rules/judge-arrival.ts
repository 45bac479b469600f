import type { EventKind } from '@adtally/contract/enums.ts'
import type { RuleName } from '@adtally/contract/operator/market/delivery-rules.ts'
import { isCrawler } from './crawler-lists.ts'
import { isHosting } from './hosting-networks.ts'
import type { RulesInForce } from './traffic-rules.ts'

/**
 * What is known of an event as it arrives, and what rules judge it by. A signal that is absent judges nothing: whoever
 * learns of one passes it here.
 */
export interface ArrivalEvidence {
  kind: EventKind
  /** Whole, however long. */
  user_agent: string
  address: string
  is_film: boolean
  /** Below 0 where a clock was set back, which tells nothing. */
  since_decision_ms: number
  /** How long the film plays. */
  film_ms?: number | undefined
  /** `Sec-Purpose` or `Purpose` as sent. */
  purpose?: string | undefined
  /** The page was drawn ahead and nobody has come to it. */
  is_prerendered?: boolean | undefined
  /** The browser says that a program steers it (`navigator.webdriver`). */
  is_automated?: boolean | undefined
  /** The number of the network that a page's visitor comes from; null where the database of networks has none. */
  asn?: number | null | undefined
  /** Whether another page sends it than the decision's. */
  is_other_page?: boolean | undefined
  /** Whether the decision was for another address, or another class of user agent. */
  is_other_address?: boolean | undefined
  is_other_agent?: boolean | undefined
}

/** What a single event breaks on arrival. */
export interface Judgement {
  rule: RuleName
  version: number
}

const FILM_PARTS: Partial<Record<EventKind, number>> = {
  video_25: 0.25,
  video_50: 0.5,
  video_75: 0.75,
  video_100: 1,
}

/** What browsers have called it when they ask ahead of their user. */
export const AHEAD = /\b(prefetch|prerender|preview)\b/i

type Breaks = (evidence: ArrivalEvidence, rules: RulesInForce) => boolean

/** The rules for one event alone, in the order in which they are asked; each a pure function. */
const ARRIVAL_RULES: readonly (readonly [RuleName, Breaks])[] = [
  ['known_crawler', ({ user_agent }, { known_crawler }) => isCrawler(user_agent, known_crawler.lists)],
  ['automation', ({ is_automated }) => is_automated === true],
  ['data_centre', ({ asn = null }, { data_centre }) => isHosting(asn, data_centre.lists)],
  ['prefetch', ({ purpose, is_prerendered }) => is_prerendered === true || AHEAD.test(purpose ?? '')],
  ['foreign_page', ({ is_other_page }) => is_other_page === true],
  [
    'changed_visitor',
    ({ is_other_address, is_other_agent }, { changed_visitor: { parameters } }) =>
      (parameters.by_address && is_other_address === true) ||
      (parameters.by_agent && is_other_agent === true),
  ],
  ['impossible_times', isSoonerThanPossible],
]

/** The first rule that an event breaks by itself, with the version in force; null where it looks valid. */
export function judgeArrival(evidence: ArrivalEvidence, rules: RulesInForce): Judgement | null {
  const broken = ARRIVAL_RULES.find(([, breaks]) => breaks(evidence, rules))
  return broken ? { rule: broken[0], version: rules[broken[0]].version } : null
}

function isSoonerThanPossible(
  { kind, is_film, since_decision_ms, film_ms }: ArrivalEvidence,
  { impossible_times: { parameters } }: RulesInForce,
): boolean {
  const part = FILM_PARTS[kind]
  let least_ms = 0
  if (kind === 'viewable') least_ms = is_film ? parameters.film_viewable_ms : parameters.viewable_ms
  else if (part !== undefined && film_ms !== undefined)
    least_ms = (film_ms * part) / parameters.playback_rate_max
  return since_decision_ms >= 0 && since_decision_ms < least_ms - parameters.tolerance_ms
}
