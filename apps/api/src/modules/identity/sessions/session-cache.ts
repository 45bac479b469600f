import { recentlyUsed } from '../../../lib/recently-used.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import type { SignedIn } from '../../authenticator.ts'
import type { SessionRow } from './sessions.repository.ts'

const SESSIONS_MAX = 100_000

/** A session as kept, what it answers, and when it was read. */
export interface KnownSession extends SessionRow {
  read_at_ms: number
  /** Made once, because every request asks. */
  answer: SignedIn | Refusal
}

/** Sessions in a process's memory by token hash, to be forgotten by session or by customer. */
export class SessionCache {
  readonly #sessions = recentlyUsed<string, KnownSession>(SESSIONS_MAX, (session, key) =>
    this.#forgetKey(session, key),
  )
  readonly #keys = new Map<string, Set<string>>()
  #generation = 0

  /** Rises with everything forgotten: what was read before and arrives after must not be kept. */
  get generation(): number {
    return this.#generation
  }

  get(key: string): KnownSession | undefined {
    return this.#sessions.get(key)
  }

  /** Keeps a session unless something was forgotten since `generation`; the one unused longest makes room. */
  keep(key: string, session: KnownSession, generation: number): void {
    if (generation !== this.#generation) return
    this.#sessions.set(key, session)
    for (const subject of subjectsOf(session)) {
      const keys = this.#keys.get(subject) ?? new Set()
      this.#keys.set(subject, keys.add(key))
    }
  }

  /** Forgets by `session:<id>` or `customer:<id>`, as the database announces them. */
  forget(subject: string): void {
    this.#generation += 1
    for (const key of [...(this.#keys.get(subject) ?? [])]) this.#sessions.delete(key)
  }

  /** Forgets all: notices may have been missed. */
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
