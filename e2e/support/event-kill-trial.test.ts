import { expect, test } from 'vitest'
import { eventKillTrial } from './event-kill-trial.ts'

test('six kills while events arrive: none lost, none counted twice, books right', {
  timeout: 240_000,
}, async () => {
  const report = await eventKillTrial({ kills: 6 })
  expect(report).toMatchObject({ kills: 6, lost: 0, miscounted: 0, unbalanced: 0 })
  expect(report.in_flight_min).toBeGreaterThanOrEqual(64)
  expect(report.acknowledged).toBeGreaterThan(1_000)
})

test('negative control: acknowledged before it was written, events are lost and found missing', {
  timeout: 240_000,
}, async () => {
  const { lost } = await eventKillTrial({ kills: 2, planted_fault: true })
  expect(lost).toBeGreaterThan(0)
})
