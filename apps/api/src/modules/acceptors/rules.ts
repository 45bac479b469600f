import type { Reason } from '@adtally/contract/reasons.ts'
import { type Micros, proportion } from '@adtally/money/money.ts'

const BASIS_POINTS = 10_000n
const RATE_UNIT = 1_000_000n

const BASIS_POINTS_OF_PERCENT = 100n

/** An acceptor's fee, capped at what the policy allows now. */
export function feeWithin(fee_basis_points: number, fee_max_percent: bigint): number {
  return Math.min(fee_basis_points, Number(fee_max_percent * BASIS_POINTS_OF_PERCENT))
}

/** The platform's part of an exchanged amount, rounded down. */
export function exchangeFee(amount_micros: Micros, fee_basis_points: number): Micros {
  return proportion(amount_micros, BigInt(fee_basis_points), BASIS_POINTS)
}

/** The payout in the foreign currency: the amount less the fee, at the rate, rounded down. */
export function receivedFor(amount_micros: Micros, fee_micros: Micros, rate_micros: bigint): Micros {
  return proportion(amount_micros - fee_micros, rate_micros, RATE_UNIT)
}

/** What an offer depends on. */
export interface OfferFacts {
  amount_micros: Micros
  receive_micros: Micros
  rate_micros: bigint
  acceptor_is_open: boolean
  limit_micros: Micros
  /** Total of the acceptor's orders that have not ended. */
  outstanding_micros: Micros
  /** Null where none is recent enough. */
  reference_rate_micros: bigint | null
  /** How far the rate may lie from the reference, in percent; the database has a fixed maximum. */
  spread_max_percent: bigint
}

/** Why an offer can't be made, with the field to blame; null where it can be (PRODUCT §11). */
export function offerRefusal(facts: OfferFacts): { reason: Reason; field: string } | null {
  const { reference_rate_micros, rate_micros } = facts
  if (!facts.acceptor_is_open) return { reason: 'state_conflict', field: 'acceptor_id' }
  if (reference_rate_micros === null) return { reason: 'reference_rate_missing', field: 'currency' }
  const distance = reference_rate_micros - rate_micros
  const absolute = distance < 0n ? -distance : distance
  if (absolute * 100n > reference_rate_micros * facts.spread_max_percent) {
    return { reason: 'field_invalid', field: 'rate' }
  }
  if (facts.receive_micros <= 0n) return { reason: 'field_invalid', field: 'amount' }
  if (facts.outstanding_micros + facts.amount_micros > facts.limit_micros) {
    return { reason: 'acceptor_limit_exceeded', field: 'amount' }
  }
  return null
}

/** Hundredths as a number with two decimals: `-125` is `-1.25`. */
export function hundredths(value: number): string {
  const absolute = Math.abs(value)
  const text = `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
  return value < 0 ? `-${text}` : text
}

/** A rate as the wire carries it: always six decimals. */
export function rateText(rate_micros: bigint): string {
  return `${rate_micros / RATE_UNIT}.${String(rate_micros % RATE_UNIT).padStart(6, '0')}`
}
