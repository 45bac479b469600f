import type { Services } from '../services.ts'
import type { FigureName } from './figures.ts'
import { FIGURE_NAMES, type Policy, valueSince } from './rules.ts'

/**
 * The policy in force now: `current(services).platform_fee_percent`. Whoever settles or places stores
 * `.version` beside its figures. Costs no query.
 *
 * @example
 * const policy = policies.current(services)
 * const fee_micros = proportion(spend_micros, policy.platform_fee_percent, 100n)
 * await insertPlan(tx, { …, policy_version: policy.version })
 */
export function current(services: Pick<Services, 'policies' | 'clock'>): Policy {
  return services.policies.at(services.clock.now())
}

/** Since when each figure has had its current value; null if since the first version. Costs no query. */
export function currentSince(
  services: Pick<Services, 'policies' | 'clock'>,
): ReadonlyMap<FigureName, Date | null> {
  const now = services.clock.now()
  return new Map(FIGURE_NAMES.map((name) => [name, valueSince(services.policies.all, name, now)]))
}

/** The policy in force at `time`; for a future time, as decided so far. Costs no query. */
export function policyAt(services: Pick<Services, 'policies'>, time: Date): Policy {
  return services.policies.at(time)
}

/** The policy with a stored `policy_version`. Throws RangeError if there is none. */
export async function policyVersion(services: Pick<Services, 'policies'>, version: number): Promise<Policy> {
  const policy = await services.policies.version(version)
  if (!policy) throw new RangeError(`there is no policy version ${version}`)
  return policy
}
