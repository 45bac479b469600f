import type { Micros } from '@adtally/money/money.ts'

/** One plan of a pair of persons, in the order of their first settlement. */
export interface PairPlan {
  plan_id: string
  /** As its newest revision has it. */
  profit_micros: Micros
}

/** Where a pair stands: all results so far, and the most that they ever came to. */
export interface Standing {
  cumulative_micros: Micros
  mark_micros: Micros
}

export const NOTHING_YET: Standing = { cumulative_micros: 0n, mark_micros: 0n }

/** Loss that the next plan has to make up before a share is due. */
export function carriedLoss({ cumulative_micros, mark_micros }: Standing): Micros {
  return mark_micros - cumulative_micros
}

/** Where the pair stands after one more result. */
export function advanced({ cumulative_micros, mark_micros }: Standing, profit_micros: Micros): Standing {
  const sum = cumulative_micros + profit_micros
  return { cumulative_micros: sum, mark_micros: sum > mark_micros ? sum : mark_micros }
}

/** Where a pair stands before each of its plans, by plan id and in their order, and after the last. */
export function standings(plans: readonly PairPlan[]): { before: Map<string, Standing>; last: Standing } {
  const before = new Map<string, Standing>()
  let standing = NOTHING_YET
  for (const { plan_id, profit_micros } of plans) {
    before.set(plan_id, standing)
    standing = advanced(standing, profit_micros)
  }
  return { before, last: standing }
}
