import { join } from 'node:path'
import { ensureChromiumWithWindows } from '../../tidy/run/ensure-chromium.ts'
import { runPlaywright } from '../../tidy/run/run-playwright.ts'
import { gateResult } from '../../tidy/run/tally.ts'
import type { Gate } from './gate.ts'

const LIMIT_MS = 30 * 60_000

/**
 * The journeys through the running program that `npm test` leaves out: every call made from its screen, every route,
 * faults while something is sent, a month of money, and what a device brings.
 */
export const gate: Gate = {
  name: 'journeys',
  timing: false,
  long: true,
  async run({ scratch, chromium_path, note }) {
    await ensureChromiumWithWindows()
    const { tally, output } = await runPlaywright({
      projects: ['journeys'],
      report_path: join(scratch, 'playwright.json'),
      env: { CHROMIUM_PATH: chromium_path, NODE_ENV: 'test' },
      timeout_ms: LIMIT_MS,
    })
    for (const failure of tally.failures ?? []) note(failure)
    if (tally.failed > 0) note(output.slice(-20_000))
    return gateResult([tally])
  },
}
