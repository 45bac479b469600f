import { isLoopback, networkOf } from '../../../lib/addresses/client-address.ts'
import { MinuteCounts } from '../../../lib/minute-counts.ts'

/** About twenty megabytes; one process meets more networks in a minute only in a flood. */
const NETWORKS_MAX = 200_000

/**
 * Limits the decisions per address and minute, because each holds its price until its token expires
 * (docs/decisions/budget-leases.md).
 */
export class DecisionLimit {
  readonly #per_minute: number
  readonly #exempts_loopback: boolean
  readonly #counts: MinuteCounts

  /** `per_minute` 0 is no limit; behind `proxies`, requests from this machine come from a proxy. */
  constructor(per_minute: number, proxies: number, networks_max = NETWORKS_MAX) {
    this.#per_minute = per_minute
    this.#exempts_loopback = proxies === 0
    this.#counts = new MinuteCounts(networks_max)
  }

  /** Counts a decision for `address`; true if that is one too many, which this machine's own pages never are. */
  isExceededBy(address: string): boolean {
    if (this.#per_minute === 0 || (this.#exempts_loopback && isLoopback(address))) return false
    return this.#counts.count(networkOf(address)) > this.#per_minute
  }
}
