import { machineGate } from '../../support/machines/machine.ts'

/** A umask that hides nothing from anybody. */
export const gate = machineGate('umask 000', {
  before: 'umask 000',
  parts: ['demo'],
})
