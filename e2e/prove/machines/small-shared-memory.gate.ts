import { machineGate } from '../../support/machines/machine.ts'

/** Less shared memory than a container has. */
export const gate = machineGate('little shared memory', {
  apart: ['--mount'],
  before: 'mount -t tmpfs -o size=8m tmpfs /dev/shm',
  parts: ['demo', 'component'],
})
