import { machineGate } from '../../support/machines/machine.ts'

/** The C locale, and a time zone a quarter of an hour off the others. */
export const gate = machineGate('C locale, far time zone', {
  env: { LANG: null, LC_ALL: 'C', TZ: 'Asia/Kathmandu' },
  parts: ['demo', 'tidy', 'api'],
})
