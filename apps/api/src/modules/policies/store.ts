import { readOnNotice } from '../read-on-notice.ts'
import type { BaseServices } from '../services.ts'
import { insertFirstVersion, readVersions } from './repository.ts'
import { inForce, type Policy, toPolicy } from './rules.ts'

/** What the store reads by. */
type PolicyNeeds = Pick<BaseServices, 'database' | 'log'>

/** Every policy version, in this process's memory; a notice of the database says when there is one more. */
export class PolicyStore {
  readonly #needs: PolicyNeeds
  #policies: readonly Policy[] = []

  private constructor(needs: PolicyNeeds) {
    this.#needs = needs
  }

  /** Writes the defaults down where nothing is, reads, and follows. */
  static async open(needs: PolicyNeeds): Promise<PolicyStore> {
    const store = new PolicyStore(needs)
    await needs.database.transaction({ kind: 'system' }, insertFirstVersion)
    await readOnNotice(
      needs,
      'policies_changed',
      () => store.reload(),
      (error) =>
        needs.log.error(
          { err: error },
          'could not read the policies again; this process goes on with those it has',
        ),
    )
    return store
  }

  /** Reads every version again. */
  async reload(): Promise<void> {
    const versions = await this.#needs.database.transaction({ kind: 'system' }, readVersions)
    this.#policies = versions.map(toPolicy)
  }

  /** Oldest first, those announced and not yet in force included. */
  get all(): readonly Policy[] {
    return this.#policies
  }

  /** The version in force at `time`. */
  at(time: Date): Policy {
    return inForce(this.#policies, time)
  }

  /** A version by number; undefined where there is none. */
  async version(version: number): Promise<Policy | undefined> {
    const known = this.#policies.find((policy) => policy.version === version)
    if (known) return known
    // Another process may have been told of it a moment earlier.
    await this.reload()
    return this.#policies.find((policy) => policy.version === version)
  }
}

/** The store, read, and following what is decided. */
export async function openPolicies(needs: PolicyNeeds): Promise<PolicyStore> {
  return await PolicyStore.open(needs)
}
