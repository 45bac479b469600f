import { expect, test } from 'vitest'
import { figureOf, type MeasuredRow, median } from './row.ts'
import { exitCode, table } from './table.ts'

const row = (values: [number, number | null][], more: Partial<MeasuredRow> = {}): MeasuredRow => ({
  benchmark: 'planted',
  name: 'planted',
  unit: 'calls/s',
  yardstick: 'hello',
  rounds: values.map(([value, yardstick]) => ({ value, yardstick })),
  bound: 'at_least',
  gate: 0.5,
  goal: 0.75,
  ...more,
})

test('a median stands in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([1])).toBe(1)
  expect(median([4, 1, 2, 3])).toBe(2)
})

test('the ratio is the median of the rounds’ own ratios', () => {
  const figure = figureOf(
    row([
      [60, 100],
      [90, 100],
      [40, 50],
    ]),
  )
  expect(figure).toMatchObject({ value: 60, yardstick: 100, ratio: 0.8 })
})

test('a gate missed exits 1, whatever else was not run', () => {
  expect(exitCode([row([[60, 100]])])).toBe(0)
  expect(exitCode([row([[49, 100]])])).toBe(1)
  expect(exitCode([row([[49, 100]]), row([[49, null]])])).toBe(1)
  expect(exitCode([row([[3, 1]], { bound: 'at_most', gate: 2.5, goal: 1.7 })])).toBe(1)
})

test('a yardstick that was not run exits 2 and is not guessed', () => {
  const rows = [row([[60, 100]]), row([[60, null]], { not_run: 'pgbench is not installed' })]
  expect(exitCode(rows)).toBe(2)
  expect(figureOf(row([[60, null]])).ratio).toBe(null)
  expect(table(rows)).toContain('not run')
})

test('nothing measured is not a pass', () => {
  expect(exitCode([])).toBe(2)
})
