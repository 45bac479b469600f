import { machineGate } from '../../support/machine.ts'

/** Tests of every kind run under such a path. */
export const gate = machineGate('a hard path, tests', {
  folder: 'a b$HOME & é 中, c',
  parts: ['tidy', 'api', 'component', 'spec'],
})
