import { machineGate } from '../../support/machines/machine.ts'

/** A home that can't be written to, even by root, and a folder of temporary files with a blank in its name. */
export const gate = machineGate('no home', {
  env: { HOME: '/dev/null' },
  before: 'mkdir -m 777 "$SCRATCH/t m,p" && export TMPDIR="$SCRATCH/t m,p"',
  parts: ['demo', 'api'],
})
