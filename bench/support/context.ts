import type { BenchRound } from './row.ts'

/** What every measurement of a run gets. */
export interface BenchContext {
  /** How often value and yardstick are measured alternately: at least 3. */
  rounds: number
  /** The length of one side's round, without the warm-up. */
  round_ms: number
  /** The measurement's temporary folder, readable by PostgreSQL's user. */
  scratch: string
  /** Prints progress. */
  note(text: string): void
  /** Registers clean-up for after the measurement, run in reverse order. */
  onEnd(end: () => Promise<void>): void
}

/** Value and yardstick measured in turn, so that both see the same machine; `yardstick` is null where the tool for it is missing. */
export async function inTurn(
  context: BenchContext,
  value: () => Promise<number>,
  yardstick: (() => Promise<number>) | null,
): Promise<BenchRound[]> {
  const rounds: BenchRound[] = []
  for (let round = 1; round <= context.rounds; round += 1) {
    const measured_yardstick = yardstick === null ? null : await yardstick()
    const measured_value = await value()
    rounds.push({ value: measured_value, yardstick: measured_yardstick })
    context.note(
      `round ${round}: ${Math.round(measured_value)} beside ${Math.round(measured_yardstick ?? Number.NaN)}`,
    )
  }
  return rounds
}

/** What a load's answer tells a row. */
interface Loaded {
  per_second: number
  p99_ms: number
}

/** Like `inTurn`, for one load on the program and on its yardstick; also the worst 99th percentile of the program's. */
export async function loadsInTurn(
  context: BenchContext,
  value: () => Promise<Loaded>,
  yardstick: () => Promise<Loaded>,
): Promise<{ rounds: BenchRound[]; p99_ms: number }> {
  let p99_max_ms = 0
  const rounds = await inTurn(
    context,
    async () => {
      const { per_second, p99_ms } = await value()
      p99_max_ms = Math.max(p99_max_ms, p99_ms)
      return per_second
    },
    async () => (await yardstick()).per_second,
  )
  return { rounds, p99_ms: p99_max_ms }
}
