import type { OutlierParameters } from './traffic-rules.ts'

/** Impressions and those clicked, or clicks and those that converted. */
export interface Rate {
  tries: number
  hits: number
}

/** What a placement had in a window, and before it. */
export interface PlacementRate extends Rate {
  placement_id: string
  /** Only placements of one kind are compared. */
  kind: string
  past: Rate
}

const PPM = 1_000_000

/**
 * The placements whose rate in a window chance does not make of what is usual, nor of their own past. A placement may differ
 * from either `times` over; what is beyond has odds of at most exp(-tries · KL(rate, usual)), Chernoff's bound on the
 * binomial tail. Coming up to what others have is no fault: against its own past it has to be well beyond them, too.
 */
export function outlyingPlacements(
  rates: readonly PlacementRate[],
  parameters: OutlierParameters,
): PlacementRate[] {
  const { tries_min, hits_min } = parameters
  return rates.filter(
    (rate) =>
      rate.tries >= tries_min &&
      rate.hits >= hits_min &&
      isOutlier(rate, usualFor(rate, rates, parameters), parameters),
  )
}

function isOutlier(
  rate: PlacementRate,
  usual: number,
  { tries_min, times, over_others_times, rate_min_ppm, odds_exponent }: OutlierParameters,
): boolean {
  const rate_min = rate_min_ppm / PPM
  if (isBeyond(rate, Math.max(usual, rate_min) * times, odds_exponent)) return true
  if (rate.past.tries < tries_min) return false
  // What it had itself, drawn towards what is usual, so that a quiet past of a few hundred says little.
  const own = (rate.past.hits + usual * tries_min) / (rate.past.tries + tries_min)
  const allowed = Math.max(Math.max(own, rate_min) * times, usual * over_others_times)
  return isBeyond(rate, allowed, odds_exponent)
}

/**
 * What is usual on placements like this one: the median of the others of its kind, which a few false ones don't move. Where
 * too few of them have had enough by now, their common rate, drawn towards that of all placements, or the version's own where
 * that is more: kinds differ. None counts for more than one that has just enough, and of several the highest is left out, so
 * that one false placement does not hide another.
 */
function usualFor(
  { placement_id, kind }: PlacementRate,
  rates: readonly PlacementRate[],
  { tries_min, others_min, prior_ppm }: OutlierParameters,
): number {
  const others = rates.filter((other) => other.placement_id !== placement_id)
  const alike = others.filter((other) => other.kind === kind).map(sinceThen)
  const known = alike.filter(({ tries }) => tries >= tries_min)
  if (known.length >= others_min) return median(known.map(({ hits, tries }) => hits / tries))
  const prior = prior_ppm / PPM
  return drawnTo(alike, Math.max(prior, drawnTo(others.map(sinceThen), prior, tries_min)), tries_min)
}

function sinceThen({ tries, hits, past }: PlacementRate): Rate {
  return { tries: tries + past.tries, hits: hits + past.hits }
}

/** The common rate of these, as if `weight` tries of the prior's rate were among theirs. */
function drawnTo(rates: readonly Rate[], prior: number, weight: number): number {
  const rising = rates.toSorted((one, other) => one.hits * other.tries - other.hits * one.tries)
  let [hits, tries] = [prior * weight, weight]
  for (const rate of rising.length > 1 ? rising.slice(0, -1) : rising) {
    const part = Math.min(1, weight / Math.max(rate.tries, 1))
    hits += rate.hits * part
    tries += rate.tries * part
  }
  return hits / tries
}

/** Whether chance makes so many hits of `allowed` at most once in ten to the power of `odds_exponent`. */
export function isBeyond({ tries, hits }: Rate, allowed: number, odds_exponent: number): boolean {
  const rate = hits / tries
  return rate > allowed && tries * divergence(Math.min(rate, 1), allowed) >= odds_exponent * Math.LN10
}

/** Kullback–Leibler divergence of two rates, in nats; nothing is beyond a rate of all. */
function divergence(seen: number, expected: number): number {
  if (expected >= 1) return 0
  const rest = seen === 1 ? 0 : (1 - seen) * Math.log((1 - seen) / (1 - expected))
  return seen * Math.log(seen / expected) + rest
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
