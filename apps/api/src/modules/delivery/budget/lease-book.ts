import type { Micros } from '@adtally/money/money.ts'
import { idToBytes } from '../events/binary-id.ts'

/** A slice of a plan's budget against which only this node may issue tokens. */
export interface Lease {
  lease_id: string
  amount_micros: Micros
  /** No tokens are issued on it after this time. */
  issue_until_ms: number
  /** How long after its decision a token may be charged, at most. */
  charge_within_ms: number
}

/** A lease as this node holds it. */
export interface HeldLease extends Lease {
  /** `lease_id` as its 16 bytes. */
  id_bytes: Buffer
  issued_micros: Micros
}

/** A lease without further tokens, and how much was issued on it; the rest can return at once. */
export interface RetiredLease {
  lease_id: string
  amount_micros: Micros
  issued_micros: Micros
}

/**
 * One plan's leases in this node's memory. Each issued token counts at full price, shown or not, so that issued
 * tokens never exceed the lease.
 */
export class LeaseBook {
  #current: HeldLease | null = null
  #next: HeldLease | null = null
  readonly #retired: RetiredLease[] = []

  /** Adds a granted lease. */
  add(lease: Lease): void {
    const held = { ...lease, id_bytes: idToBytes(lease.lease_id), issued_micros: 0n }
    if (!this.#current) this.#current = held
    else if (!this.#next) this.#next = held
    else this.#retired.push(held)
  }

  /** Whether a token of `price_micros` could be issued now. */
  has(price_micros: Micros, now_ms: number): boolean {
    this.#turn(price_micros, now_ms)
    return this.#current !== null && fits(this.#current, price_micros)
  }

  /** The lease on which a token of `price_micros` was issued, or null. */
  take(price_micros: Micros, now_ms: number): Readonly<HeldLease> | null {
    this.#turn(price_micros, now_ms)
    if (!this.#current || !fits(this.#current, price_micros)) return null
    this.#current.issued_micros += price_micros
    return this.#current
  }

  /** Whether to request another lease: none is waiting, and the current one is short of money or time. */
  isLow(now_ms: number, ahead_ms: number): boolean {
    if (this.#next) return false
    if (!this.#current) return true
    const { amount_micros, issued_micros, issue_until_ms } = this.#current
    return issued_micros * 2n >= amount_micros || now_ms + ahead_ms >= issue_until_ms
  }

  /** Ends what is over by its time, though nobody has asked for it since. */
  lapse(now_ms: number): void {
    this.#turn(0n, now_ms)
  }

  /** Leases that ended since the last call. */
  takeRetired(): RetiredLease[] {
    return this.#retired.splice(0)
  }

  /** Ends all leases, because the plan or the node stops. */
  retireAll(): void {
    for (const lease of [this.#current, this.#next]) if (lease) this.#retired.push(lease)
    this.#current = null
    this.#next = null
  }

  /** Drops the current lease where it is over, or too small for the price while another is waiting. */
  #turn(price_micros: Micros, now_ms: number): void {
    while (
      this.#current &&
      (now_ms >= this.#current.issue_until_ms || (this.#next && !fits(this.#current, price_micros)))
    ) {
      this.#retired.push(this.#current)
      this.#current = this.#next
      this.#next = null
    }
  }
}

function fits(lease: HeldLease, price_micros: Micros): boolean {
  return lease.amount_micros - lease.issued_micros >= price_micros
}
