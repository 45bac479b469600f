import { recentlyUsed } from '../../../lib/recently-used.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { SignedIn } from '../../authenticator.ts'
import type { SessionRow } from './sessions.repository.ts'

const SESSIONS_MAX = 100_000

/** A stored session, the answer for it, and when it was read. */
export interface KnownSession extends SessionRow {
  read_at_ms: number
  /** Computed once, because every request needs it. */
  answer: SignedIn | Refusal
}

/** Sessions in this process's memory by token hash, removable by session or customer. */
export class SessionCache {
  readonly #sessions = recentlyUsed<string, KnownSession>(SESSIONS_MAX, (session, key) =>
    this.#forgetKey(session, key),
  )
  readonly #keys = new Map<string, Set<string>>()
  #generation = 0

  /** Rises with each removal, so that rows read before it are not cached after it. */
  get generation(): number {
    return this.#generation
  }

  get(key: string): KnownSession | undefined {
    return this.#sessions.get(key)
  }

  /** Caches a session unless something was removed since `generation`; the longest unused is dropped. */
  keep(key: string, session: KnownSession, generation: number): void {
    if (generation !== this.#generation) return
    this.#sessions.set(key, session)
    for (const subject of subjectsOf(session)) {
      const keys = this.#keys.get(subject) ?? new Set()
      this.#keys.set(subject, keys.add(key))
    }
  }

  /** Removes by `session:<id>` or `customer:<id>`, as the database announces them. */
  forget(subject: string): void {
    this.#generation += 1
    for (const key of [...(this.#keys.get(subject) ?? [])]) this.#sessions.delete(key)
  }

  /** Removes everything, because notices may have been missed. */
  clear(): void {
    this.#generation += 1
    this.#sessions.clear()
  }

  #forgetKey(session: KnownSession, key: string): void {
    for (const subject of subjectsOf(session)) {
      const keys = this.#keys.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) this.#keys.delete(subject)
    }
  }
}

function subjectsOf({ session_id, customer_id }: KnownSession): string[] {
  return [`session:${session_id}`, `customer:${customer_id}`]
}
