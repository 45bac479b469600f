import { machinesGate } from '../../support/machines/machine.ts'

/** What a shell and a container set otherwise. */
export const gate = machinesGate({
  /** The C locale, and a time zone with a quarter-hour offset; its tests run on a hard path too (`hard-path-tests`). */
  'C locale, far time zone': { env: { LANG: null, LC_ALL: 'C', TZ: 'Asia/Kathmandu' }, parts: ['demo'] },
  /** A umask that hides nothing from anybody. */
  'umask 000': { before: 'umask 000', parts: ['demo'] },
  /** Less shared memory than a container has. */
  'little shared memory': {
    apart: ['--mount'],
    before: 'mount -t tmpfs -o size=8m tmpfs /dev/shm',
    parts: ['demo', 'component'],
  },
})
