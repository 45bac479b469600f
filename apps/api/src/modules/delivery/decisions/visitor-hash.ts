import { siteOf } from '../../../lib/addresses/site-of.ts'
import { memoized } from '../../../lib/memoized.ts'
import { KeyedHash } from './keyed-hash.ts'

const DAY_MS = 86_400_000
const PAGES_MAX = 5_000
const ADDRESSES_MAX = 20_000

/**
 * What delivery keeps of visitors, as keyed hashes: nobody can read an address or a device back. Those of addresses are
 * other ones each day (UTC), so that nobody without a device id can be followed into the next.
 */
export class VisitorHash {
  readonly #hash: KeyedHash

  constructor(key: Buffer) {
    this.#hash = new KeyedHash(key)
  }

  /** Of the id that a page keeps on a device whose user allows it; an even number. */
  device(device_id: string): Buffer {
    return withLastBit(this.#hash.bytes(`device ${device_id}`), 0)
  }

  /** In place of a device's id, for a day: people who share an address and a browser share it. An odd number, so that events tell. */
  visitor(address: string, user_agent: string, at_ms: number): Buffer {
    return withLastBit(this.#hash.bytes(`visitor ${dayOf(at_ms)} ${address} ${user_agent}`), 1)
  }

  /** Of the registrable domain of a page. */
  readonly page = memoized((host: string) => this.#hash.bytes(`page ${siteOf(host)}`), PAGES_MAX)

  /** Binds a decision to the user agent that it was made for, so that a notice of another's hand can name it. */
  agentOf(decision_id: string, user_agent: string): Buffer {
    return this.#hash.bytes(`bid ${decision_id} ${user_agent}`)
  }

  address(address: string, at_ms: number): Buffer {
    return this.#address(`address ${dayOf(at_ms)} ${address}`)
  }

  /** A signed number, for PostgreSQL's bigint. */
  agent(user_agent: string): bigint {
    return this.#hash.number(`agent ${user_agent}`)
  }

  readonly #address = memoized((text: string) => this.#hash.bytes(text), ADDRESSES_MAX)
}

function withLastBit(hash: Buffer, bit: 0 | 1): Buffer {
  const last = hash.length - 1
  hash[last] = ((hash[last] ?? 0) & 0xfe) | bit
  return hash
}

function dayOf(at_ms: number): number {
  return Math.floor(at_ms / DAY_MS)
}
