import { machineGate } from '../../support/machines/machine.ts'

/** A home that not even root can write to, and a temporary folder with a space in its name. */
export const gate = machineGate('no home', {
  env: { HOME: '/dev/null' },
  before: 'mkdir -m 777 "$SCRATCH/t m,p" && export TMPDIR="$SCRATCH/t m,p"',
  unbuilt: true,
  parts: ['demo', 'api'],
})
