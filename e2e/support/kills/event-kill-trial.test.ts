import { expect, test } from 'vitest'
import { eventKillTrial } from './event-kill-trial.ts'

test('three kills while events arrive: none lost, none counted twice, books right', async () => {
  const report = await eventKillTrial({ kills: 3 })
  expect(report).toMatchObject({ kills: 3, lost: 0, miscounted: 0, unbalanced: 0 })
  expect(report.in_flight_min).toBeGreaterThanOrEqual(64)
  // Each kill waits for 200 more answers; the machine's speed decides how many come beyond that.
  expect(report.acknowledged).toBeGreaterThan(3 * 200)
})

test('negative control: acknowledged before it was written, events are lost and found missing', async () => {
  const { lost } = await eventKillTrial({ kills: 2, planted_fault: true })
  expect(lost).toBeGreaterThan(0)
})
