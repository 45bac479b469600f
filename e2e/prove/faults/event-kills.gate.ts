import { eventKillTrial } from '../../support/kills/event-kill-trial.ts'
import type { Gate } from '../gate.ts'

/** 60 kills of program and PostgreSQL while events arrive (SECURITY, "Promises"; PRODUCT §5), and the control. */
export const gate: Gate = {
  name: 'event kills',
  timing: false,
  full: true,
  async run({ note }) {
    const report = await eventKillTrial({ kills: 60 })
    note(JSON.stringify(report))
    const control = await eventKillTrial({ kills: 3, planted_fault: true })
    const { kills, acknowledged, lost, miscounted, unbalanced, in_flight_min } = report
    return {
      passed: lost + miscounted + unbalanced === 0 && in_flight_min >= 64 && control.lost > 0,
      figure:
        `${kills} kills, ${acknowledged} events acknowledged, ${lost} lost, ${miscounted} miscounted, ` +
        `${unbalanced} unbalanced, ≥ ${in_flight_min} in flight; control: ${control.lost} lost, caught`,
    }
  },
}
