import { machineGate } from '../../support/machines/machine.ts'

/** A checkout whose path means something to shells and to PostgreSQL’s lists is built and runs. */
export const gate = machineGate('a hard path, demo', {
  folder: 'a b$HOME & é 中, c`d',
  parts: ['build', 'demo'],
})
