import { Refusal } from '../../../lib/refusal.ts'
import type { Authenticator, SignedIn } from '../../authenticator.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { standingOf } from '../rules.ts'
import { type KnownSession, SessionCache } from './session-cache.ts'
import { findSession, type SessionRow, touchSession } from './sessions.repository.ts'
import { tokenKey } from './tokens.ts'

/** Sessions are read again after this time, in case a notice was lost with its connection. */
const READ_AGAIN_AFTER_MS = 60_000
const TOUCH_AFTER_MS = 5 * 60_000
const CHANNEL = 'identity_sessions'
/** Announced once where everybody's sessions end (`identity.end_all_sessions`). */
const EVERYBODY = 'all'

/** The form of every token we issue; others need no look-up. */
const TOKEN_FORM = /^[\w-]{43}$/

/** What the keeper needs; it reads and writes sessions as the role `api`. */
export type SessionNeeds = Pick<Services, 'database' | 'databases' | 'clock' | 'log' | 'policies'>

/**
 * Finds the session of a token, from memory without a query where possible; the database announces every change that
 * ends or limits a session, so that a revocation takes effect in all processes at once.
 */
export class SessionKeeper implements Authenticator {
  readonly #services: Omit<SessionNeeds, 'databases'>
  readonly #cache = new SessionCache()
  readonly #touching = new Map<string, Promise<void>>()

  private constructor(services: Omit<SessionNeeds, 'databases'>) {
    this.#services = services
  }

  /** Creates a keeper that is notified of every change. */
  static async create(needs: SessionNeeds): Promise<SessionKeeper> {
    const { database, databases, clock, log, policies: store } = needs
    const keeper = new SessionKeeper({ database: databases.api, clock, log, policies: store })
    await database.listen(
      CHANNEL,
      (subject) => (subject === EVERYBODY ? keeper.#cache.clear() : keeper.#cache.forget(subject)),
      () => keeper.#cache.clear(),
    )
    return keeper
  }

  /** Waits for pending writes. */
  async untilWritten(): Promise<void> {
    await Promise.all(this.#touching.values())
  }

  /** Removes a session from this process's memory without waiting for the notice. */
  forget(session_id: string): void {
    this.#cache.forget(`session:${session_id}`)
  }

  /** Removes a customer's sessions from this process's memory without waiting for the notice. */
  forgetCustomer(customer_id: string): void {
    this.#cache.forget(`customer:${customer_id}`)
  }

  /**
   * The session of a token: at once if it is in memory, else a promise. Throws (or rejects with) `not_signed_in` for
   * an unknown token, `token_expired` for one unused or open for too long or revoked, `session_<end>` for one ended
   * by one of `SessionEnd`, but `token_expired` where everybody's ended; and `account_not_activated`.
   */
  authenticate(token: string): SignedIn | Promise<SignedIn> {
    if (!TOKEN_FORM.test(token)) throw new Refusal('not_signed_in')
    const key = tokenKey(token)
    const now_ms = this.#services.clock.now_ms()
    const known = this.#cache.get(key)
    if (!known || now_ms - known.read_at_ms >= READ_AGAIN_AFTER_MS) return this.#read(key)
    // Another process may have extended it.
    if (!known.revoked_at && known.expires_at.getTime() <= now_ms) return this.#read(key)
    return this.#answer(known, now_ms)
  }

  async #read(key: string): Promise<SignedIn> {
    const { database, clock } = this.#services
    const { generation } = this.#cache
    const row = await findSession(database, Buffer.from(key, 'base64'))
    if (!row) throw new Refusal('not_signed_in')
    const read_at_ms = clock.now_ms()
    const session = { ...row, read_at_ms, answer: answerOf(row) }
    this.#cache.keep(key, session, generation)
    return this.#answer(session, read_at_ms)
  }

  #answer(session: KnownSession, now_ms: number): SignedIn {
    const { answer, revoked_at, ended_because, expires_at, last_used_at } = session
    if (ended_because && ended_because !== 'all_ended') throw new Refusal(`session_${ended_because}`)
    if (revoked_at || expires_at.getTime() <= now_ms) throw new Refusal('token_expired')
    if (now_ms - last_used_at.getTime() >= TOUCH_AFTER_MS) this.#touch(session)
    if (answer instanceof Refusal) throw answer
    return answer
  }

  /** Records a session's use, in parallel to the request and one write at a time. */
  #touch(session: KnownSession): void {
    const { session_id } = session
    if (this.#touching.has(session_id)) return
    const { database, log } = this.#services
    const written = touchSession(database, session_id, policies.current(this.#services))
      .then((times) => {
        if (times) Object.assign(session, times)
      })
      .catch((error: unknown) =>
        log.warn(
          { err: error },
          'could not extend a session; it ends at its present time unless a later request extends it',
        ),
      )
      .finally(() => this.#touching.delete(session_id))
    this.#touching.set(session_id, written)
  }
}

function answerOf(session: SessionRow): SignedIn | Refusal {
  const { session_id, customer_id, access, status, language, began_at: session_began_at } = session
  const standing = standingOf(access, status)
  if (standing.access === 'none')
    return new Refusal(standing.reason, language ? { data: { lang: language } } : {})
  return { session_id, session_began_at, customer_id, status, language, ...standing }
}
