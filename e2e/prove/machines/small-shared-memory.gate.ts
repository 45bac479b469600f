import { machineGate } from '../../support/machine.ts'

/** A container’s shared memory, and less. */
export const gate = machineGate('little shared memory', {
  apart: ['--mount'],
  before: 'mount -t tmpfs -o size=64k tmpfs /dev/shm',
  parts: ['demo', 'component'],
})
