import { machineGate } from '../../support/machines/machine.ts'

/** A path longer than a socket’s may be. */
export const gate = machineGate('a long path', {
  folder: 'long'.repeat(50),
  parts: ['demo'],
})
