import { machineGate } from '../../support/machines/machine.ts'

/** A data folder without space gives one sentence, and a start after space was made continues. */
export const gate = machineGate('a full disk', {
  apart: ['--mount'],
  before: [
    'mkdir "$SCRATCH/small"',
    'mount -t tmpfs -o size=20m,mode=755 tmpfs "$SCRATCH/small"',
    'export DATA_DIR="$SCRATCH/small/data"',
  ].join('\n'),
  parts: [
    'refuses-demo=No space left',
    'do=mount -o remount,size=60m "$SCRATCH/small"',
    'refuses-demo=No space left',
    'do=mount -o remount,size=300m "$SCRATCH/small"',
    'demo',
  ],
})
