import { readOnNotice } from '../read-on-notice.ts'
import type { Services } from '../services.ts'
import { insertFirstVersion, readVersions } from './repository.ts'
import { inForce, type Policy, toPolicy } from './rules.ts'

declare module '../services.ts' {
  interface Services {
    policies: PolicyStore
  }
}

/** Every policy version, in this process's memory; a notice of the database says when there is one more. */
export class PolicyStore {
  readonly #services: Services
  #policies: readonly Policy[] = []

  private constructor(services: Services) {
    this.#services = services
  }

  /** Writes the defaults down where nothing is, reads, and follows. */
  static async open(services: Services): Promise<PolicyStore> {
    const store = new PolicyStore(services)
    await services.database.transaction({ kind: 'system' }, insertFirstVersion)
    await readOnNotice(
      services,
      'policies_changed',
      () => store.reload(),
      (error) => services.log.error({ err: error }, 'policies could not be read again'),
    )
    return store
  }

  /** Reads every version again. */
  async reload(): Promise<void> {
    const versions = await this.#services.database.transaction({ kind: 'system' }, readVersions)
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
