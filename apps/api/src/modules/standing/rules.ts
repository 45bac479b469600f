import { type Micros, proportion } from '@adtally/money/money.ts'

const DAY_MS = 86_400_000

/** The length of a VIP month when estimating its rebate. */
export const VIP_MONTH_MS = 30 * DAY_MS

/** The policy's figures for levels. */
export interface LevelPolicy {
  level_window_ms: number
  level_1_spend_micros: Micros
  level_2_spend_micros: Micros
  level_3_spend_micros: Micros
  level_4_spend_micros: Micros
}

/** The spend required for each level, from the first. */
export function levelSteps(policy: LevelPolicy): Micros[] {
  return [
    policy.level_1_spend_micros,
    policy.level_2_spend_micros,
    policy.level_3_spend_micros,
    policy.level_4_spend_micros,
  ]
}

/** Stars: how many consecutive steps the settled spend has reached. */
export function levelOf(spend_micros: Micros, steps: readonly Micros[]): number {
  const first_missed = steps.findIndex((step) => spend_micros < step)
  return first_missed === -1 ? steps.length : first_missed
}

/** Start of the window in which settled spend counts. */
export function windowStart(now: Date, policy: LevelPolicy): Date {
  return new Date(now.getTime() - policy.level_window_ms)
}

/** VIP's rebate on cash spend. */
export function vipRebate(cash_spend_micros: Micros, fee_percent: bigint, vip_fee_percent: bigint): Micros {
  const difference = fee_percent - vip_fee_percent
  return difference > 0n ? proportion(cash_spend_micros, difference, 100n) : 0n
}

/** The month's cash spend at which VIP's rebate reaches its price, rounded up; null if it never does. */
export function vipBreakEven(
  price_micros: Micros,
  fee_percent: bigint,
  vip_fee_percent: bigint,
): Micros | null {
  const difference = fee_percent - vip_fee_percent
  if (difference <= 0n) return null
  return (price_micros * 100n + difference - 1n) / difference
}
