import type { BenchRound } from './row.ts'

/** What a measurement finds ready; the same for every file of a run. */
export interface BenchContext {
  /** How often value and yardstick are measured in turn: 3 or more. */
  rounds: number
  /** How long one round of one side runs, without its warming up. */
  round_ms: number
  /** A temporary folder of the measurement's own; PostgreSQL's user can reach it. */
  scratch: string
  /** A line of progress. */
  note(text: string): void
  /** Registers what is to be ended when the measurement is over, last first. */
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
