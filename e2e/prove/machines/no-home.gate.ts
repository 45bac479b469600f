import { machineGate } from '../../support/machine.ts'

/** A home that is not there, and a folder of temporary files with a blank in its name. */
export const gate = machineGate('no home', {
  env: { HOME: '/nonexistent' },
  before: 'mkdir -m 777 "$TMPDIR/t m,p" && export TMPDIR="$TMPDIR/t m,p"',
  parts: ['demo', 'api'],
})
