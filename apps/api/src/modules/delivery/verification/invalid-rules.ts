import { isbot } from 'isbot'
import { memoized } from '../../../lib/memoized.ts'

/**
 * The published rules of invalid traffic (PRODUCT §2.2, §5); `delivery.rules` has the same, with each version's
 * start. Each can be replayed from the stored event.
 */
export const RULES = {
  known_crawler: { version: 1, parameters: {} },
  impossible_sequence: { version: 1, parameters: { tolerance_ms: 2_000 } },
  device_velocity: { version: 1, parameters: { impressions_per_minute: 60, clicks_per_minute: 10 } },
  address_velocity: { version: 1, parameters: { impressions_per_minute: 3_000, clicks_per_minute: 300 } },
  not_billable: { version: 1, parameters: {} },
  // The counts are policy.
  over_cap: { version: 1, parameters: {} },
} as const

export type RuleName = keyof typeof RULES

const AGENTS_MAX = 5_000

/**
 * The rule that a single event breaks on arrival; null where it looks valid. Memoized, because few agents send most
 * events and the list of crawlers is long.
 */
export const ruleOnArrival = memoized(
  (user_agent): RuleName | null => (user_agent.trim() === '' || isbot(user_agent) ? 'known_crawler' : null),
  AGENTS_MAX,
)
