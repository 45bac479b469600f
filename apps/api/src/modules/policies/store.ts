import { readOnNotice } from '../read-on-notice.ts'
import type { BaseServices } from '../services.ts'
import { insertFirstVersion, readVersions } from './repository.ts'
import { inForce, type Policy, toPolicy } from './rules.ts'

type PolicyNeeds = Pick<BaseServices, 'database' | 'log'>

/** Every policy version, in this process's memory; the database notifies it of new ones. */
export class PolicyStore {
  readonly #needs: PolicyNeeds
  #policies: readonly Policy[] = []

  private constructor(needs: PolicyNeeds) {
    this.#needs = needs
  }

  /** Stores the defaults if there is no version yet, reads all versions and listens for new ones. */
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

  async reload(): Promise<void> {
    const versions = await this.#needs.database.transaction({ kind: 'system' }, readVersions)
    this.#policies = versions.map(toPolicy)
  }

  /** Oldest first, including those announced but not yet in force. */
  get all(): readonly Policy[] {
    return this.#policies
  }

  at(time: Date): Policy {
    return inForce(this.#policies, time)
  }

  /** A version by number; undefined if there is none. */
  async version(version: number): Promise<Policy | undefined> {
    const known = this.#policies.find((policy) => policy.version === version)
    if (known) return known
    // Another process may have heard of a new version a moment earlier.
    await this.reload()
    return this.#policies.find((policy) => policy.version === version)
  }
}

/** Opens the store, which keeps following decisions. */
export async function openPolicies(needs: PolicyNeeds): Promise<PolicyStore> {
  return await PolicyStore.open(needs)
}
