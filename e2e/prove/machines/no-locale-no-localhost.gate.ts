import { machinesGate } from '../../support/machines/machine.ts'

/** Names that lead nowhere, and one that is too long. */
export const gate = machinesGate({
  /** A locale that is not installed, and an invalid time zone. */
  'no locale, no time zone': {
    env: { LANG: null, LC_ALL: 'xx_YY.UTF-8', TZ: 'Nowhere/Nonsense' },
    parts: ['demo', 'tidy', 'api'],
  },
  /** A machine that can't resolve the name localhost. */
  'no localhost': {
    apart: ['--net', '--mount'],
    before: ': >"$SCRATCH/hosts" && mount --bind "$SCRATCH/hosts" /etc/hosts',
    parts: ['demo', 'component'],
  },
  /** A path longer than a socket’s may be. */
  'a long path': { folder: 'long'.repeat(50), parts: ['demo'] },
})
