import type { OutlierParameters } from './traffic-rules.ts'

/** What a placement had in a window: impressions and clicks, or clicks and those that converted. */
export interface PlacementRate {
  placement_id: string
  /** Only placements of one kind are compared. */
  kind: string
  tries: number
  hits: number
}

/**
 * The placements whose rate chance does not make of the others' of their kind. The others' median stands for what is
 * usual, as a few false ones do not move it; a placement may differ from it `times` over. What is beyond has odds of at
 * most exp(-tries · KL(rate, usual)), Chernoff's bound on the binomial tail.
 */
export function outlyingPlacements(rates: readonly PlacementRate[], parameters: OutlierParameters): string[] {
  const judged = rates.filter(({ tries }) => tries >= parameters.tries_min)
  return judged.filter((rate) => isOutlier(rate, judged, parameters)).map(({ placement_id }) => placement_id)
}

function isOutlier(
  { placement_id, kind, tries, hits }: PlacementRate,
  judged: readonly PlacementRate[],
  { hits_min, others_min, times, rate_min_ppm, odds_exponent }: OutlierParameters,
): boolean {
  const others = judged.filter((other) => other.kind === kind && other.placement_id !== placement_id)
  if (hits < hits_min || others.length < others_min) return false
  const usual = Math.max(median(others.map((other) => other.hits / other.tries)), rate_min_ppm / 1_000_000)
  const rate = hits / tries
  const allowed = usual * times
  return rate > allowed && tries * divergence(Math.min(rate, 1), allowed) >= odds_exponent * Math.LN10
}

/** Kullback–Leibler divergence of two rates, in nats; `expected` is less than `seen`, so it is below 1. */
function divergence(seen: number, expected: number): number {
  const rest = seen === 1 ? 0 : (1 - seen) * Math.log((1 - seen) / (1 - expected))
  return seen * Math.log(seen / expected) + rest
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
