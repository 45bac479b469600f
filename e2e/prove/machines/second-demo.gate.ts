import { machineGate } from '../../support/machines/machine.ts'

/** A second demo fails with a sentence on the first one’s data or port, and starts on its own. */
export const gate = machineGate('a second demo', {
  parts: ['beside'],
})
