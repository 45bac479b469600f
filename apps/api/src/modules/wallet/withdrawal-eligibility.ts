import type { Reason } from '@adtally/contract/reasons.ts'
import type { Micros } from '@adtally/money/money.ts'

/** All that a withdrawal depends on. Never a deposit, fee, tax, level, VIP, contract, coupon or follow (PRODUCT §2.3). */
export interface WithdrawalFacts {
  amount_micros: Micros
  available_micros: Micros
  startup_micros: Micros
  /** The beneficiary named is the one bound now. */
  beneficiary_is_current: boolean
  /** The transaction password was proved for this amount and beneficiary. */
  grant_is_good: boolean
}

/** Why a withdrawal can't be asked for; null where it can (SPEC §5, PRODUCT §2.3, §9). Pure. */
export function withdrawalRefusal(facts: WithdrawalFacts): Reason | null {
  if (!facts.beneficiary_is_current) return 'beneficiary_not_set'
  if (facts.amount_micros > facts.available_micros) {
    const reachesStartupFunds = facts.amount_micros <= facts.available_micros + facts.startup_micros
    return reachesStartupFunds ? 'startup_funds_not_returned' : 'insufficient_balance'
  }
  return facts.grant_is_good ? null : 'grant_invalid'
}

/** Whether something arrives: a bank that takes the whole amount for itself is asked for nothing. */
export function leavesPayout(amount_micros: Micros, rail_charge_micros: Micros): boolean {
  return amount_micros > rail_charge_micros
}
