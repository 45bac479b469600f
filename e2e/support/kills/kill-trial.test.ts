import { expect, test } from 'vitest'
import { isUnharmed, killTrial } from './kill-trial.ts'

// A twentieth of the gate in e2e/prove/faults/kills.gate.ts.
test('three kills under load lose nothing acknowledged and leave the books balanced', async () => {
  const report = await killTrial({ kills: 3 })
  expect(isUnharmed(report), JSON.stringify(report)).toBe(true)
})

test('a database that acknowledges before it has written is caught', async () => {
  const report = await killTrial({ kills: 2, planted_fault: true })
  expect(report.lost, JSON.stringify(report)).toBeGreaterThan(0)
})
