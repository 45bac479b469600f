import { isbot } from 'isbot'
import { memoized } from '../../../lib/memoized.ts'

/**
 * The rules of invalid traffic as published (PRODUCT §2.2, §5): `delivery.rules` holds the same, with the time from
 * which each version counts. Each can be replayed from what is stored with an event.
 */
export const RULES = {
  known_crawler: { version: 1, parameters: {} },
  impossible_sequence: { version: 1, parameters: { tolerance_ms: 2_000 } },
  device_velocity: { version: 1, parameters: { impressions_per_minute: 60, clicks_per_minute: 10 } },
  address_velocity: { version: 1, parameters: { impressions_per_minute: 3_000, clicks_per_minute: 300 } },
  not_billable: { version: 1, parameters: {} },
} as const

export type RuleName = keyof typeof RULES

const AGENTS_MAX = 5_000

/**
 * Applied to a single event when it arrives; null where it is valid as far as one event can tell. Memoized, because
 * few agents make most events and the list of crawlers is long.
 */
export const ruleOnArrival = memoized(
  (user_agent): RuleName | null => (user_agent.trim() === '' || isbot(user_agent) ? 'known_crawler' : null),
  AGENTS_MAX,
)
