import { expect, test } from 'vitest'
import { decided } from './lighthouse-gate.ts'

/** Runs that passed at these performances, from 95. */
const runsOf = (performances: number[]) => () => {
  const performance = performances.shift() ?? Number.NaN
  return Promise.resolve({ passed: performance >= 95, figure: `run of ${performance}`, performance })
}

test('two runs that agree decide, and a third only where they differ', async () => {
  const left = [96, 97, 90]
  expect(await decided(runsOf(left))).toEqual({ passed: true, figure: 'run of 97 (the last of 96, 97)' })
  expect(left).toEqual([90])
  expect(await decided(runsOf([90, 91, 99]))).toMatchObject({ passed: false })
  expect(await decided(runsOf([94, 96, 95]))).toMatchObject({ passed: true })
  expect(await decided(runsOf([96, 90, 94]))).toMatchObject({ passed: false })
})
