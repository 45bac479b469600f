/** Impressions that ended with a conversion or without one. */
export interface ConversionCounts {
  impressions: bigint
  conversions: bigint
}

/** What is believed of a plan's rate of conversions on one placement: a gamma distribution, as of counts by Poisson. */
export interface Posterior {
  readonly shape: number
  /** A sample of shape `shape` times this is the rate in parts of the plan's own rate. */
  readonly scale: number
}

/** A new plan starts at one conversion in so many impressions, so that it is tried but does not win forever. */
export const PRIOR_IMPRESSIONS = 1_000n
/** A plan's other placements weigh as much as so many impressions on this one. */
const ELSEWHERE_IMPRESSIONS = 200

/**
 * Nothing is held for surer than so many conversions make it, which is to a tenth: of plans that are as good as one another,
 * luck of the first days would else decide for good, and what people like changes.
 */
const SURE_CONVERSIONS = 100

/** What is believed of a plan on a placement by its outcomes there, and by those elsewhere as far as few are there. */
export function posteriorOf(everywhere: ConversionCounts, here: ConversionCounts | undefined): Posterior {
  const [impressions, conversions] = [Number(here?.impressions ?? 0n), Number(here?.conversions ?? 0n)]
  const elsewhere = rateOf(
    Math.max(0, Number(everywhere.impressions) - impressions),
    Math.max(0, Number(everywhere.conversions) - conversions),
  )
  const own = rateOf(Number(everywhere.impressions), Number(everywhere.conversions))
  const shape = ELSEWHERE_IMPRESSIONS * elsewhere + conversions
  const sure = Math.min(shape, SURE_CONVERSIONS)
  return { shape: sure, scale: shape / sure / ((ELSEWHERE_IMPRESSIONS + impressions) * own) }
}

function rateOf(impressions: number, conversions: number): number {
  return (conversions + 1) / (impressions + Number(PRIOR_IMPRESSIONS))
}

/** More tries than this are seldom needed; then the middle is good enough. */
const TRIES_MAX = 32

/** A sample of a gamma distribution of this shape and scale 1, by Marsaglia and Tsang (2000). */
export function sampledGamma(shape: number, random: () => number): number {
  // Below 1 it is one of shape + 1, made smaller by a power of chance.
  if (shape < 1) return sampledGamma(shape + 1, random) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const root = 1 + c * normal
    const cube = root * root * root
    if (cube <= 0) continue
    if (Math.log(1 - random()) < 0.5 * normal * normal + d - d * cube + d * Math.log(cube)) return d * cube
  }
  return shape
}
