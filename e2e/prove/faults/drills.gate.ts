import { join } from 'node:path'
import { runPlaywright } from '../../../tidy/run/run-playwright.ts'
import { gateResult } from '../../../tidy/run/tally.ts'
import { NO_QUIET_DEMO } from '../../support/quiet-demo.ts'
import type { Gate } from '../gate.ts'
import { runVitest } from '../run-vitest.ts'

const LIMIT_MS = 20 * 60_000

/**
 * Programs start on what they are given or say why not, and continue after a cut; killed under load they lose
 * nothing, three times of each kind (in full: `kills`, `event kills`); a demo killed while living its weeks completes
 * them; a backup is complete or refused, and restores its original; a changed secret opens what the old one did. Each
 * has a control. With them the longest other tests in Node: laid routines, months, a demo's office, requests by chance.
 */
export const gate: Gate = {
  name: 'drills',
  timing: false,
  long: true,
  async run(context) {
    const in_node = await runVitest(context, ['--project=drills'])
    const { tally: in_browser, output } = await runPlaywright({
      projects: ['drills'],
      report_path: join(context.scratch, 'playwright.json'),
      env: { CHROMIUM_PATH: context.chromium_path, NODE_ENV: 'test', ...NO_QUIET_DEMO },
      timeout_ms: LIMIT_MS,
    })
    for (const failure of in_browser.failures ?? []) context.note(failure)
    if (in_browser.failed > 0) context.note(output.slice(-20_000))
    return gateResult([in_node, in_browser])
  },
}
