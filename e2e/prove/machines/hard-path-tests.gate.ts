import { machineGate } from '../../support/machines/machine.ts'

/** Tests of every kind run under such a path, in a locale that can't encode its letters, and in a far time zone. */
export const gate = machineGate('a hard path, tests', {
  folder: 'a b$HOME & é 中, c',
  env: { LANG: null, LC_ALL: 'C', TZ: 'Asia/Kathmandu' },
  parts: ['tidy', 'api', 'component', 'download'],
})
