import { binary, runCommand } from './command.ts'
import { readReport, type Tally, tallyPlaywright } from './tally.ts'

interface PlaywrightRun {
  projects: readonly string[]
  report_path: string
  env: Readonly<Record<string, string>>
  timeout_ms: number
}

/** Runs these projects of `playwright.config.ts` and counts the results; `output` is what they printed. */
export async function runPlaywright(run: PlaywrightRun): Promise<{ tally: Tally; output: string }> {
  const { succeeded, duration_ms, output } = await runCommand({
    name: 'end to end',
    program: binary('playwright'),
    args: ['test', ...run.projects.map((project) => `--project=${project}`), '--reporter=list,json'],
    // Node takes off the types by itself: Playwright's own way costs a fresh clone seven processor seconds.
    env: { ...run.env, PLAYWRIGHT_JSON_OUTPUT_NAME: run.report_path, PW_DISABLE_TS_ESM: '1' },
    output: 'kept',
    timeout_ms: run.timeout_ms,
  })
  return { tally: tallyPlaywright('end to end', readReport(run.report_path), succeeded, duration_ms), output }
}
