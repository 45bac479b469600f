import { machineGate } from '../../support/machines/machine.ts'

/** A machine that can't resolve the name localhost. */
export const gate = machineGate('no localhost', {
  apart: ['--net', '--mount'],
  before: ': >"$SCRATCH/hosts" && mount --bind "$SCRATCH/hosts" /etc/hosts',
  parts: ['demo', 'component'],
})
