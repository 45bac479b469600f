import { readOnNotice } from '../../read-on-notice.ts'
import type { BaseServices } from '../../services.ts'
import { RULES_CHANNEL, readRules } from './rules.repository.ts'
import {
  endOf,
  faultOf,
  lasting,
  type RulesInForce,
  rulesAt,
  type StoredRule,
  UnreadableRule,
} from './traffic-rules.ts'

const SYSTEM = { kind: 'system' } as const

type BookNeeds = Pick<BaseServices, 'database' | 'clock' | 'log'>

/** The rules of invalid traffic in this process's memory, each with all of its versions. */
export class RuleBook {
  readonly #needs: BookNeeds
  #versions: readonly StoredRule[] = []
  /** The rules of the moment that was asked for last, and how long they are in force. */
  #known: { from_ms: number; until_ms: number; rules: RulesInForce } | null = null

  constructor(needs: BookNeeds) {
    this.#needs = needs
  }

  get is_read(): boolean {
    return this.#versions.length > 0
  }

  /** Reads every version. */
  async read(): Promise<void> {
    this.#versions = await this.#needs.database.transaction(SYSTEM, readRules)
    this.#known = null
  }

  /**
   * Reads now and whenever a version is published. Throws `UnreadableRule` where one that is in force, or will be, can't be
   * applied by this program; of a later one the log tells staff.
   */
  async follow(): Promise<void> {
    const { log } = this.#needs
    let has_started = false
    const read = async () => {
      await this.read()
      const fault = faultFrom(this.#versions, this.#needs.clock.now())
      if (fault === null) return
      if (!has_started) throw new UnreadableRule(fault)
      log.error(
        { fault },
        'cannot apply a published rule of invalid traffic; install a program that can before it is in force',
      )
    }
    await readOnNotice(this.#needs, RULES_CHANNEL, read, (error) =>
      log.error(
        { err: error },
        'could not read the rules of invalid traffic again; this process goes on with those it has',
      ),
    )
    has_started = true
  }

  /** The rules in force at a time. Throws `UnreadableRule` where this program can't apply one. */
  at(at_ms: number): RulesInForce {
    if (this.#known && at_ms >= this.#known.from_ms && at_ms < this.#known.until_ms) return this.#known.rules
    const at = new Date(at_ms)
    const rules = rulesAt(this.#versions, at)
    const fault = faultFrom(
      this.#versions.filter(({ in_force_from }) => in_force_from <= at),
      at,
    )
    if (fault !== null) throw new UnreadableRule(fault)
    const changes = this.#versions.flatMap((version) => [
      version.in_force_from.getTime(),
      endOf(this.#versions, version).getTime(),
    ])
    this.#known = {
      from_ms: Math.max(...changes.filter((change_ms) => change_ms <= at_ms)),
      until_ms: Math.min(...changes.filter((change_ms) => change_ms > at_ms)),
      rules,
    }
    return rules
  }
}

/** Refuses where this program can't apply a rule that is in force or will be: by another list it would judge otherwise. */
export async function requireReadableRules({ database, clock }: Omit<BookNeeds, 'log'>): Promise<void> {
  const fault = faultFrom(await database.transaction(SYSTEM, readRules), clock.now())
  if (fault !== null) throw new UnreadableRule(fault)
}

/** Why this program can't apply one of the versions in force from `at` on; null where it can apply all. */
function faultFrom(versions: readonly StoredRule[], at: Date): string | null {
  return (
    lasting(versions, at)
      .map(faultOf)
      .find((fault) => fault !== null) ?? null
  )
}
