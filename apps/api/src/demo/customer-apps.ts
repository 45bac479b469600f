import { login } from '@adtally/contract/identity/identity.ts'
import { DAY_MS } from '../lib/time-zones.ts'
import { demoPassword } from './credentials.ts'
import { CustomerClient } from './customer-client.ts'
import type { SeedTarget } from './seed/seed-customers.ts'

/** A session ends after a week of rest, and after thirty days: well before either, its customer signs in anew. */
const REST_MS = 6 * DAY_MS
const SESSION_MS = 28 * DAY_MS

interface SignedIn {
  client: CustomerClient
  opened_at_ms: number
  used_at_ms: number
}

/** The apps of the demo's customers. Sessions are kept, because every sign-in adds one to a customer's list. */
export class CustomerApps {
  readonly #target: SeedTarget
  readonly #signed_in = new Map<string, SignedIn>()

  constructor(target: SeedTarget) {
    this.#target = target
  }

  fresh(): CustomerClient {
    return new CustomerClient(this.#target.url, this.#target.base_path)
  }

  /** Keeps the app of a customer who has just signed in or registered with it. */
  keep(username: string, client: CustomerClient): void {
    const now_ms = this.#target.clock.now_ms()
    this.#signed_in.set(username, { client, opened_at_ms: now_ms, used_at_ms: now_ms })
  }

  /** Drops a session that has ended; the next call signs the customer in again. */
  forget(username: string): void {
    this.#signed_in.delete(username)
  }

  /** The customer's app, signed in. Throws `CallRefused` if there is no such customer. */
  async client(username: string): Promise<CustomerClient> {
    const now_ms = this.#target.clock.now_ms()
    const known = this.#signed_in.get(username)
    if (known && now_ms - known.used_at_ms < REST_MS && now_ms - known.opened_at_ms < SESSION_MS) {
      known.used_at_ms = now_ms
      return known.client
    }
    const client = this.fresh()
    const password = demoPassword(this.#target.secret, username)
    client.signedIn((await client.call(login, { username, password })).token)
    this.keep(username, client)
    return client
  }
}
