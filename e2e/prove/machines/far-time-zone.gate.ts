import { machineGate } from '../../support/machines/machine.ts'

/** The C locale, and a time zone with a quarter-hour offset. */
export const gate = machineGate('C locale, far time zone', {
  env: { LANG: null, LC_ALL: 'C', TZ: 'Asia/Kathmandu' },
  parts: ['demo', 'tidy', 'api'],
})
