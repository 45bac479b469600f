import { machineGate } from '../../support/machines/machine.ts'

/** A demo beside another: a sentence on the first one’s data or port, and ready on its own. */
export const gate = machineGate('a second demo', {
  parts: ['beside'],
})
