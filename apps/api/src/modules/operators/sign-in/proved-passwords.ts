import { createHmac, randomBytes } from 'node:crypto'
import { hashRaw, type Options } from '@node-rs/argon2'
import { openText, sealText } from '../../../lib/sealed-text.ts'

const SALT_BYTES = 16
/** Salt and a 256-bit key. */
const PASSWORD_KEY_BYTES = SALT_BYTES + 32
const PROOF_BYTES = 32

const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options

/** A password to be set: the database keeps its sealed key and a hash of the proof. */
export interface NewPassword {
  password_key_sealed: Buffer
  password_proof: Buffer
}

/**
 * Proves the passwords of staff, or of partners' people: Argon2id (19 MiB, two passes: OWASP's first choice) of an HMAC over the owner's id and the
 * password, so that nobody else can use the stored proof. Salt and key are random for each person, and sealed: without
 * the master secret nobody can try passwords, and a new secret can reseal them.
 */
export class ProvedPasswords {
  /** The cost of every proof: one of another cost fits no stored one. */
  cost: Options = OWASP_COST
  readonly #sealingKey: () => Buffer

  /** `sealingKey`: derives the key that their salts and keys are sealed by. */
  constructor(sealingKey: () => Buffer) {
    this.#sealingKey = sealingKey
  }

  /** Makes the key and proof of a new password. */
  async make(owner_id: string, password: string): Promise<NewPassword> {
    const key = randomBytes(PASSWORD_KEY_BYTES)
    return {
      password_key_sealed: sealText(this.#sealingKey(), owner_id, key.toString('base64')),
      password_proof: await this.#prove(owner_id, password, key),
    }
  }

  /** The proof of a password under a stored key; one that fits nobody if there is none or it is another person's. */
  proof(owner_id: string, password: string, password_key_sealed: Buffer | null): Promise<Buffer> {
    return this.#prove(owner_id, password, this.#open(owner_id, password_key_sealed))
  }

  #open(owner_id: string, sealed: Buffer | null): Buffer {
    try {
      if (sealed) return Buffer.from(openText(this.#sealingKey(), owner_id, sealed), 'base64')
    } catch {
      // Treated like a wrong password.
    }
    return Buffer.alloc(PASSWORD_KEY_BYTES)
  }

  #prove(owner_id: string, password: string, password_key: Buffer): Promise<Buffer> {
    const [salt, key] = [password_key.subarray(0, SALT_BYTES), password_key.subarray(SALT_BYTES)]
    const bound = createHmac('sha256', key).update(`${owner_id} ${password}`).digest()
    return hashRaw(bound, { ...this.cost, salt, outputLen: PROOF_BYTES })
  }
}
