import type { Reason } from '@adtally/contract/reasons.ts'
import type { Micros } from '@adtally/money/money.ts'

/** What a withdrawal depends on: never a deposit, fee, tax, level, VIP, contract, coupon or follow (PRODUCT §2.3). */
export interface WithdrawalFacts {
  amount_micros: Micros
  available_micros: Micros
  startup_micros: Micros
  /** The named beneficiary is the current one. */
  beneficiary_is_current: boolean
  /** The transaction password was proved for this amount and beneficiary. */
  grant_is_good: boolean
}

/** Why a withdrawal can't be requested; null if it can (SPEC §5, PRODUCT §2.3, §9). Pure. */
export function withdrawalRefusal(facts: WithdrawalFacts): Reason | null {
  if (!facts.beneficiary_is_current) return 'beneficiary_not_set'
  if (facts.amount_micros > facts.available_micros) {
    const reachesStartupFunds = facts.amount_micros <= facts.available_micros + facts.startup_micros
    return reachesStartupFunds ? 'startup_funds_not_returned' : 'insufficient_balance'
  }
  return facts.grant_is_good ? null : 'grant_invalid'
}

/** Banks pay in whole hundredths. */
const PAID_IN_MICROS = 10_000n

/** How much of an amount can go to the bank, in whole hundredths; 0 if nothing would arrive. */
export function payoutOf(amount_micros: Micros, rail_charge_micros: Micros): Micros {
  const left_micros = amount_micros - rail_charge_micros
  return left_micros > 0n ? left_micros - (left_micros % PAID_IN_MICROS) : 0n
}
