import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import { Semaphore } from '../../../lib/semaphore.ts'

/** Parallel checks: each takes a thread and 19 MiB for some 10 ms, and the pool has four threads in total. */
const RUNNING_MAX = 2
const WAITING_MAX = 256

/** The library's default for passwords; RFC 9106 §3.1. */
const SALT_BYTES = 16

const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options

/** What a caller with a turn can do without waiting again. */
export interface HasherTurn {
  verify(password_hash: string, secret: string): Promise<boolean>
  /** Hashes of several secrets under one new salt, so that one computation checks a secret against all of them. */
  hashSet(secrets: readonly string[]): Promise<string[]>
  /** The hash of `secret` with another hash's salt and cost: the same text for the same secret. */
  hashLike(password_hash: string, secret: string): Promise<string>
}

/**
 * Argon2id (19 MiB, two passes: OWASP's first choice) with bounded concurrency, so that a flood of sign-ins neither
 * exhausts memory nor starves the rest of the program.
 */
export class PasswordHasher {
  /** The cost of new hashes; stored ones keep theirs. */
  cost: Options = OWASP_COST
  readonly #dummy: string
  readonly #semaphore = new Semaphore({ running_max: RUNNING_MAX, waiting_max: WAITING_MAX })

  private constructor(dummy: string) {
    this.#dummy = dummy
  }

  /** Makes a hasher, with a hash of an unknown password to check unknown users against. */
  static async create(): Promise<PasswordHasher> {
    return new PasswordHasher(await hash(randomBytes(32), OWASP_COST))
  }

  /** The Argon2id hash in PHC form. Throws `too_many_requests` where too many are waiting. */
  hash(secret: string): Promise<string> {
    return this.#semaphore.run(() => hash(canonical(secret), this.cost))
  }

  /**
   * Whether `secret` was hashed. With null (no such user) it takes the same time and returns false, so that time does
   * not show who has an account. Throws `too_many_requests` where too many are waiting.
   */
  verify(password_hash: string | null, secret: string): Promise<boolean> {
    return this.#semaphore.run(async () => {
      const is_right = await verify(password_hash ?? this.#dummy, canonical(secret))
      return is_right && password_hash !== null
    })
  }

  /**
   * Runs `work` within one turn, in which it verifies without waiting, for callers that hold a row or connection.
   * Throws `too_many_requests` where too many are waiting.
   */
  withTurn<T>(work: (turn: HasherTurn) => Promise<T>): Promise<T> {
    return this.#semaphore.run(() =>
      work({
        verify: (password_hash, secret) => verify(password_hash, canonical(secret)),
        hashSet: (secrets) => this.#hashSet(secrets),
        hashLike: (password_hash, secret) => hash(canonical(secret), settingsOf(password_hash)),
      }),
    )
  }

  async #hashSet(secrets: readonly string[]): Promise<string[]> {
    const settings = { ...this.cost, salt: randomBytes(SALT_BYTES) }
    const hashes: string[] = []
    // One after another, because a turn is one thread.
    for (const secret of secrets) hashes.push(await hash(canonical(secret), settings))
    return hashes
  }
}

/** Salt and cost of a hash in PHC form. */
function settingsOf(password_hash: string): Options {
  const [, memory, time, lanes, salt = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$/.exec(password_hash) ?? []
  if (salt === '') throw new Error('A stored password is not hashed by Argon2id')
  const cost = { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(lanes) }
  return { ...cost, salt: Buffer.from(salt, 'base64') }
}

/** One spelling per text: keyboards compose the same letter differently (NIST SP 800-63B §5.1.1.2). */
function canonical(secret: string): string {
  return secret.normalize('NFKC')
}
