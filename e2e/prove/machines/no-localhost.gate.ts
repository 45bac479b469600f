import { machineGate } from '../../support/machines/machine.ts'

/** A machine on which the name localhost leads nowhere. */
export const gate = machineGate('no localhost', {
  apart: ['--net', '--mount'],
  before: ': >"$SCRATCH/hosts" && mount --bind "$SCRATCH/hosts" /etc/hosts',
  parts: ['demo', 'component'],
})
