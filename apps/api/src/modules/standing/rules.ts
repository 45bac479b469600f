import { type Micros, proportion } from '@adtally/money/money.ts'

const DAY_MS = 86_400_000

/** A month of VIP, for what its rebate would have been. */
export const VIP_MONTH_MS = 30 * DAY_MS

/** The figures of the policy that levels are made of. */
export interface LevelPolicy {
  level_window_ms: number
  level_1_spend_micros: Micros
  level_2_spend_micros: Micros
  level_3_spend_micros: Micros
  level_4_spend_micros: Micros
}

/** Spend that each level asks for, from the first on. */
export function levelSteps(policy: LevelPolicy): Micros[] {
  return [
    policy.level_1_spend_micros,
    policy.level_2_spend_micros,
    policy.level_3_spend_micros,
    policy.level_4_spend_micros,
  ]
}

/** Stars: as many steps, one after the other, as the settled spend has reached. */
export function levelOf(spend_micros: Micros, steps: readonly Micros[]): number {
  const first_missed = steps.findIndex((step) => spend_micros < step)
  return first_missed === -1 ? steps.length : first_missed
}

/** From when on settled spend counts. */
export function windowStart(now: Date, policy: LevelPolicy): Date {
  return new Date(now.getTime() - policy.level_window_ms)
}

/** What VIP gives back of cash spend. */
export function vipRebate(cash_spend_micros: Micros, fee_percent: bigint, vip_fee_percent: bigint): Micros {
  const difference = fee_percent - vip_fee_percent
  return difference > 0n ? proportion(cash_spend_micros, difference, 100n) : 0n
}

/** The cash spend of a month at which VIP's rebate reaches its price, rounded up; null where it never does. */
export function vipBreakEven(
  price_micros: Micros,
  fee_percent: bigint,
  vip_fee_percent: bigint,
): Micros | null {
  const difference = fee_percent - vip_fee_percent
  if (difference <= 0n) return null
  return (price_micros * 100n + difference - 1n) / difference
}
