import { machineGate } from '../../support/machines/machine.ts'

/** A locale that is not installed, and an invalid time zone. */
export const gate = machineGate('no locale, no time zone', {
  env: { LANG: null, LC_ALL: 'xx_YY.UTF-8', TZ: 'Nowhere/Nonsense' },
  parts: ['demo', 'tidy', 'api'],
})
