import type { Gate } from './gate.ts'
import { runVitest } from './run-vitest.ts'

/**
 * Programs that are killed under load lose nothing, three times for each kind (in full: `kills`, `event kills`); a copy is
 * whole, refused where it is not, and puts back what it was made of. Each has its control.
 */
export const gate: Gate = {
  name: 'drills',
  timing: false,
  async run(context) {
    const { passed, failed } = await runVitest(context, ['--project=drills'])
    return { passed: failed === 0, figure: `${passed} passed, ${failed} failed` }
  },
}
