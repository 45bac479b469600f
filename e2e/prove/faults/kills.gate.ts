import { isUnharmed, killTrial } from '../../support/kills/kill-trial.ts'
import type { Gate } from '../gate.ts'

/** 60 kills of program and PostgreSQL with 64 operations or more in flight (SECURITY, "Promises"), and the control. */
export const gate: Gate = {
  name: 'kills',
  timing: false,
  full: true,
  long: true,
  async run({ note }) {
    const report = await killTrial({ kills: 60 })
    note(JSON.stringify(report))
    const control = await killTrial({ kills: 3, planted_fault: true })
    const { kills, acknowledged, lost, unbalanced, in_flight_min } = report
    return {
      passed: isUnharmed(report) && control.lost > 0,
      figure:
        `${kills} kills, ${acknowledged} acknowledged, ${lost} lost, ${unbalanced} unbalanced, ` +
        `≥ ${in_flight_min} in flight; ready again in ${seconds(report.program_recovery_ms)} (program), ` +
        `${seconds(report.postgres_recovery_ms)} (PostgreSQL); control: ${control.lost} lost, caught`,
    }
  },
}

function seconds(duration_ms: number): string {
  return `${(duration_ms / 1000).toFixed(1)} s`
}
