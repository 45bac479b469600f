import { machineGate } from '../../support/machines/machine.ts'

/** A missing temporary folder gives one sentence. */
export const gate = machineGate('no folder of temporary files', {
  env: { TMPDIR: '/dev/null/none' },
  parts: ['refuses-demo=set TMPDIR', 'refuses-test=set TMPDIR'],
})
