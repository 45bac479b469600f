import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Turns } from '../turns.ts'

/** Checks at once: each takes a thread and 19 MiB for some 10 ms, and the pool has four threads for everything. */
const RUNNING_MAX = 2
const WAITING_MAX = 256

const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options

/** Whether `secret` is what was hashed, by whoever has a turn. */
export type VerifyNow = (password_hash: string, secret: string) => Promise<boolean>

/**
 * Argon2id (19 MiB, two passes: OWASP's first choice) with bounded concurrency, so that a flood of sign-ins
 * neither exhausts memory nor starves the rest of the program.
 */
export class PasswordHasher {
  /** What a hash costs; what is there keeps what it cost. */
  cost: Options = OWASP_COST
  readonly #dummy: string
  readonly #turns = new Turns({ running_max: RUNNING_MAX, waiting_max: WAITING_MAX })

  private constructor(dummy: string) {
    this.#dummy = dummy
  }

  /** Makes a hasher, with a hash of a password nobody knows to check unknown users against. */
  static async create(): Promise<PasswordHasher> {
    return new PasswordHasher(await hash(randomBytes(32), OWASP_COST))
  }

  /** The Argon2id hash in PHC form. Throws `too_many_requests` where too many wait already. */
  hash(secret: string): Promise<string> {
    return this.#turns.take(() => hash(canonical(secret), this.cost))
  }

  /**
   * Whether `secret` is what was hashed. With null (no such user) it takes the same time and answers false, so
   * that time tells nobody who has an account. Throws `too_many_requests` where too many wait already.
   */
  verify(password_hash: string | null, secret: string): Promise<boolean> {
    return this.#turns.take(async () => {
      const is_right = await verify(password_hash ?? this.#dummy, canonical(secret))
      return is_right && password_hash !== null
    })
  }

  /**
   * Does `work` within one turn, in which it verifies without waiting again: for whoever holds a row or a connection
   * meanwhile. Throws `too_many_requests` where too many wait already.
   */
  withTurn<T>(work: (verify: VerifyNow) => Promise<T>): Promise<T> {
    return this.#turns.take(() => work((password_hash, secret) => verify(password_hash, canonical(secret))))
  }
}

/** One spelling per text: keyboards compose the same letter differently (NIST SP 800-63B §5.1.1.2). */
function canonical(secret: string): string {
  return secret.normalize('NFKC')
}
