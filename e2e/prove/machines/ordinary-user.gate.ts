import { machineGate } from '../../support/machines/machine.ts'

/** A user who may install nothing runs the demo, and is told at once what the tests need. */
export const gate = machineGate('an ordinary user', {
  ordinary: true,
  env: { CHROMIUM_PATH: '/nonexistent' },
  unbuilt: true,
  parts: ['demo', 'refuses-test=No Chromium found'],
})
