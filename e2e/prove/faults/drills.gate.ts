import { join } from 'node:path'
import { runPlaywright } from '../../../tidy/run/run-playwright.ts'
import type { Gate } from '../gate.ts'
import { runVitest } from '../run-vitest.ts'

const LIMIT_MS = 20 * 60_000

/**
 * Programs start on what they are given or say why not, and go on where they were cut off; killed under load they lose
 * nothing, three times for each kind (in full: `kills`, `event kills`); a demo killed while it lives its weeks makes the
 * rest; a copy is whole, refused where it is not, and puts back what it was made of. Each has its control.
 */
export const gate: Gate = {
  name: 'drills',
  timing: false,
  async run(context) {
    const in_node = await runVitest(context, ['--project=drills'])
    const { tally: in_browser, output } = await runPlaywright({
      projects: ['drills'],
      report_path: join(context.scratch, 'playwright.json'),
      env: { CHROMIUM_PATH: context.chromium_path, NODE_ENV: 'test' },
      timeout_ms: LIMIT_MS,
    })
    for (const failure of in_browser.failures ?? []) context.note(failure)
    if (in_browser.failed > 0) context.note(output.slice(-20_000))
    const passed = in_node.passed + in_browser.passed
    const failed = in_node.failed + in_browser.failed
    return { passed: failed === 0, figure: `${passed} passed, ${failed} failed` }
  },
}
