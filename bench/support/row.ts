/** A figure compared with its yardstick, over the rounds of one run (PERFORMANCE.md). */
export interface BenchRow {
  /** Such as `ledger in process, 256 clients, uniform`. */
  name: string
  unit: string
  /** What the value is divided by, such as `pgbench TPC-B`. */
  yardstick: string
  rounds: readonly BenchRound[]
  /** Of single operations, over all rounds. */
  p99_ms?: number
  /** Whether gate and goal are a minimum or a maximum of the ratio. */
  bound: 'at_least' | 'at_most'
  gate: number
  goal: number
  /** Why the yardstick could not run; the row then has no ratio. */
  not_run?: string
}

/** Value and yardstick of one round; the yardstick is null if it was not run. */
export interface BenchRound {
  value: number
  yardstick: number | null
}

/** A row as written to `bench/out/latest.json`. */
export interface BenchFigure {
  /** The measurement it comes from; `npm run bench <benchmark>` repeats it. */
  benchmark: string
  name: string
  /** Median of the rounds. */
  value: number
  unit: string
  /** Median of the rounds; null if it was not run. */
  yardstick: number | null
  /** Median of the rounds' ratios; null if the yardstick was not run. */
  ratio: number | null
  gate: number
  goal: number
  bound: BenchRow['bound']
  yardstick_name: string
}

export type MeasuredRow = BenchRow & { benchmark: string }

/** A row's figures: medians over its rounds. */
export function figureOf(row: MeasuredRow): BenchFigure {
  const yardsticks = row.rounds.flatMap(({ yardstick }) => (yardstick === null ? [] : [yardstick]))
  const ratios = row.rounds.flatMap(({ value, yardstick }) => (yardstick === null ? [] : [value / yardstick]))
  return {
    benchmark: row.benchmark,
    name: row.name,
    value: round(median(row.rounds.map(({ value }) => value))),
    unit: row.unit,
    yardstick: yardsticks.length === 0 ? null : round(median(yardsticks)),
    ratio: row.not_run !== undefined || ratios.length === 0 ? null : round(median(ratios)),
    gate: row.gate,
    goal: row.goal,
    bound: row.bound,
    yardstick_name: row.yardstick,
  }
}

/** Whether a figure reaches `limit`, its gate or goal; null without a ratio. */
export function reaches(figure: BenchFigure, limit: number): boolean | null {
  if (figure.ratio === null) return null
  return figure.bound === 'at_least' ? figure.ratio >= limit : figure.ratio <= limit
}

/** The median; the lower middle one of an even count, NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
