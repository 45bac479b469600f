import { type BenchFigure, figureOf, type MeasuredRow, reaches } from './row.ts'

const HEAD = [
  '',
  'figure',
  'median',
  'min',
  'p99 ms',
  'unit',
  'yardstick',
  'its median',
  'ratio',
  'gate',
  'goal',
]

/** The run's table for people. */
export function table(rows: readonly MeasuredRow[]): string {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** 0: every gate reached; 1: one missed; 2: none missed, but a yardstick could not run. */
export function exitCode(rows: readonly MeasuredRow[]): 0 | 1 | 2 {
  const verdicts = rows.map(figureOf).map((figure) => reaches(figure, figure.gate))
  if (verdicts.includes(false)) return 1
  return verdicts.includes(null) || verdicts.length === 0 ? 2 : 0
}

function cells(row: MeasuredRow): string[] {
  const figure = figureOf(row)
  const sign = row.bound === 'at_least' ? '≥ ' : '≤ '
  return [
    verdict(figure),
    row.name,
    text(figure.value),
    text(Math.min(...row.rounds.map(({ value }) => value))),
    row.p99_ms === undefined ? '–' : text(row.p99_ms),
    row.unit,
    row.yardstick,
    figure.yardstick === null ? 'not run' : text(figure.yardstick),
    figure.ratio === null ? 'not run' : text(figure.ratio),
    sign + text(row.gate),
    sign + text(row.goal),
  ]
}

function verdict(figure: BenchFigure): string {
  if (figure.ratio === null) return 'NOT RUN'
  if (!reaches(figure, figure.gate)) return 'UNDER'
  return reaches(figure, figure.goal) ? 'goal' : 'gate'
}

function text(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}
