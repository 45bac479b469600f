import { machineGate } from '../../support/machines/machine.ts'

/** A checkout whose path has characters special to shells and PostgreSQL’s lists builds and runs. */
export const gate = machineGate('a hard path, demo', {
  folder: 'a b$HOME & é 中, c`d',
  unbuilt: true,
  parts: ['demo', 'build'],
})
