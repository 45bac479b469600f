import * as policies from '../policies/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type KnownSession, SessionCache } from './session-cache.ts'
import { findSession, touchSession } from './sessions.repository.ts'
import { tokenHash } from './tokens.ts'

/** A notice that was lost with its connection is made up for within this time. */
const READ_AGAIN_AFTER_MS = 60_000
const TOUCH_AFTER_MS = 5 * 60_000
const CHANNEL = 'identity_sessions'

/** The form of every token that was ever given out; anything else needs no look-up. */
const TOKEN_FORM = /^[\w-]{43}$/

/**
 * Who is behind a token. Answers from memory without a query and without waiting where it can; the database
 * announces every change that ends or limits a session, so that a revocation holds in all processes at once.
 */
export class SessionKeeper {
  readonly #services: Services
  readonly #cache = new SessionCache()
  readonly #touching = new Map<string, Promise<void>>()

  private constructor(services: Services) {
    this.#services = services
  }

  /** A keeper that hears of every change. */
  static async create(services: Services): Promise<SessionKeeper> {
    const keeper = new SessionKeeper(services)
    await services.database.listen(
      CHANNEL,
      (subject) => keeper.#cache.forget(subject),
      () => keeper.#cache.clear(),
    )
    return keeper
  }

  /** Waits for what is being written. */
  async settle(): Promise<void> {
    await Promise.all(this.#touching.values())
  }

  /** Forgets a session of this process without waiting for the database's notice. */
  forget(session_id: string): void {
    this.#cache.forget(`session:${session_id}`)
  }

  /**
   * The session of a token: at once where it is in memory, else a promise. Throws (or rejects with)
   * `not_signed_in` for an unknown token, `token_expired` for one that was used too long ago or revoked.
   */
  find(token: string): KnownSession | Promise<KnownSession> {
    if (!TOKEN_FORM.test(token)) throw new Refusal('not_signed_in')
    const hash = tokenHash(token)
    const key = hash.toString('base64')
    const now_ms = this.#services.clock.now_ms()
    const known = this.#cache.get(key)
    if (!known || now_ms - known.read_at_ms >= READ_AGAIN_AFTER_MS) return this.#read(key, hash)
    if (known.revoked_at) throw new Refusal('token_expired')
    // Another process may have slid it meanwhile.
    if (known.expires_at.getTime() <= now_ms) return this.#read(key, hash)
    if (now_ms - known.last_used_at.getTime() >= TOUCH_AFTER_MS) this.#touch(known)
    return known
  }

  async #read(key: string, hash: Buffer): Promise<KnownSession> {
    const { database, clock } = this.#services
    const { generation } = this.#cache
    const row = await findSession(database, hash)
    if (!row) throw new Refusal('not_signed_in')
    const session = { ...row, read_at_ms: clock.now_ms() }
    this.#cache.keep(key, session, generation)
    if (session.revoked_at || session.expires_at.getTime() <= session.read_at_ms) {
      throw new Refusal('token_expired')
    }
    if (session.read_at_ms - session.last_used_at.getTime() >= TOUCH_AFTER_MS) this.#touch(session)
    return session
  }

  /** Writes that a session is in use, beside the request and one write at a time. */
  #touch(session: KnownSession): void {
    const { session_id } = session
    if (this.#touching.has(session_id)) return
    const { database, log } = this.#services
    const { session_idle_ms } = policies.current(this.#services)
    const written = touchSession(database, session_id, session_idle_ms)
      .then((times) => {
        if (times) Object.assign(session, times)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a session could not be kept alive'))
      .finally(() => this.#touching.delete(session_id))
    this.#touching.set(session_id, written)
  }
}
