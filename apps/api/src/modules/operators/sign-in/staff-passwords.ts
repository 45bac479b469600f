import { createHmac, randomBytes } from 'node:crypto'
import { hashRaw, type Options } from '@node-rs/argon2'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import type { SecretFor } from '../../../secrets.ts'

const PASSWORD_KEY = 'staff-password'
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
 * Proves staff's passwords: Argon2id (19 MiB, two passes: OWASP's first choice) of an HMAC over the owner's id and the
 * password, so that nobody else can use the stored proof. Salt and key are random for each person, and sealed: without
 * the master secret nobody can try passwords, and a new secret can reseal them.
 */
export class StaffPasswords {
  /** The cost of every proof: one of another cost fits no stored one. */
  cost: Options = OWASP_COST
  readonly #secret: SecretFor

  constructor(secret: SecretFor) {
    this.#secret = secret
  }

  /** Makes the key and proof of a new password. */
  async make(staff_id: string, password: string): Promise<NewPassword> {
    const key = randomBytes(PASSWORD_KEY_BYTES)
    return {
      password_key_sealed: sealText(this.#secret(PASSWORD_KEY), staff_id, key.toString('base64')),
      password_proof: await this.#prove(staff_id, password, key),
    }
  }

  /** The proof of a password under a stored key; one that fits nobody if there is none or it is another person's. */
  proof(staff_id: string, password: string, password_key_sealed: Buffer | null): Promise<Buffer> {
    return this.#prove(staff_id, password, this.#open(staff_id, password_key_sealed))
  }

  #open(staff_id: string, sealed: Buffer | null): Buffer {
    try {
      if (sealed) return Buffer.from(openText(this.#secret(PASSWORD_KEY), staff_id, sealed), 'base64')
    } catch {
      // Treated like a wrong password.
    }
    return Buffer.alloc(PASSWORD_KEY_BYTES)
  }

  #prove(staff_id: string, password: string, password_key: Buffer): Promise<Buffer> {
    const [salt, key] = [password_key.subarray(0, SALT_BYTES), password_key.subarray(SALT_BYTES)]
    const bound = createHmac('sha256', key).update(`${staff_id} ${password}`).digest()
    return hashRaw(bound, { ...this.cost, salt, outputLen: PROOF_BYTES })
  }
}
