import type { Micros } from '@adtally/money/money.ts'

/** One plan of a pair of persons, in the order of their first settlement. */
export interface PairPlan {
  plan_id: string
  /** From its newest revision. */
  profit_micros: Micros
}

/** A pair's sum of all results, and the highest that sum ever was. */
export interface Standing {
  cumulative_micros: Micros
  mark_micros: Micros
}

export const NOTHING_YET: Standing = { cumulative_micros: 0n, mark_micros: 0n }

/** The loss that the next plan has to make up before a share is due. */
export function carriedLoss({ cumulative_micros, mark_micros }: Standing): Micros {
  return mark_micros - cumulative_micros
}

/** The pair's standing after one more result. */
export function advanced({ cumulative_micros, mark_micros }: Standing, profit_micros: Micros): Standing {
  const sum = cumulative_micros + profit_micros
  return { cumulative_micros: sum, mark_micros: sum > mark_micros ? sum : mark_micros }
}

/** A pair's standing before each plan, by plan id in order, and after the last. */
export function standings(plans: readonly PairPlan[]): { before: Map<string, Standing>; last: Standing } {
  const before = new Map<string, Standing>()
  let standing = NOTHING_YET
  for (const { plan_id, profit_micros } of plans) {
    before.set(plan_id, standing)
    standing = advanced(standing, profit_micros)
  }
  return { before, last: standing }
}
