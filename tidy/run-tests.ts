import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { checks } from './run/checks.ts'
import { binary, type Command, runCommand } from './run/command.ts'
import { ensureChromium } from './run/ensure-chromium.ts'
import { ensurePdfTools } from './run/ensure-pdf-tools.ts'
import { WITHOUT_GATES } from './run/left-to-gates.ts'
import { tallyApprovedActs, tallyKeptActs } from './run/noted-acts.ts'
import { runPlaywright } from './run/run-playwright.ts'
import { readReport, summary, type Tally, tallyCommand, tallyVitest } from './run/tally.ts'

const BEGINNING =
  'Types, lint and build; then tests in Node, in Chromium and through the running program: mostly seven minutes on two processors.'

/** More than three times the usual duration, for slow machines. */
const ENDS_WITHIN_MS = 1_500_000

const TWO_PERSON_ACTS = STAFF_CALLS.flatMap(({ approval }) => approval ?? [])

/** `npm test`: everything from types to browser tests, except what `left-to-gates.ts` names; ends with its counts. */
async function main(): Promise<void> {
  const chromium_path = await ensureChromium()
  await ensurePdfTools()
  console.log(BEGINNING)
  const env = { CHROMIUM_PATH: chromium_path, NODE_ENV: 'test' }
  const reports = mkdtempSync(join(tmpdir(), 'adtally-reports-'))
  try {
    // Whatever runs the app waits for the build.
    const tallies = await Promise.all([runBuild(), ...checks().map(runCheck)])
    // In parallel, because each often waits for a server or page; the second one's output comes after the first's.
    const end_to_end = runPlaywright({
      projects: ['first'],
      report_path: join(reports, 'playwright.json'),
      env,
      timeout_ms: ENDS_WITHIN_MS,
    })
    const approved = join(reports, 'approved-acts')
    const kept = join(reports, 'kept-acts')
    const noting = { ...env, APPROVED_ACTS_FILE: approved, KEPT_ACTS_FILE: kept }
    tallies.push(await runVitest(join(reports, 'vitest.json'), noting))
    tallies.push(tallyApprovedActs(readReport(approved), TWO_PERSON_ACTS))
    tallies.push(tallyKeptActs(readReport(kept), { staff: STAFF_CALLS, partners: PARTNER_CALLS }))
    const { tally, output } = await end_to_end
    console.log(output)
    tallies.push(tally)
    console.log(summary(tallies))
    process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

async function runCheck(command: Command): Promise<Tally> {
  const result = await runCommand(command)
  console.log(`${result.name}: ${result.succeeded ? 'ok' : `FAILED\n${result.output}`}`)
  return tallyCommand(result)
}

function runBuild(): Promise<Tally> {
  const args = ['run', '--silent', 'build']
  return runCheck({ name: 'build', program: 'npm', args, output: 'kept', timeout_ms: 180_000 })
}

async function runVitest(report_path: string, env: Record<string, string>): Promise<Tally> {
  const { succeeded, duration_ms } = await runCommand({
    name: 'vitest',
    program: binary('vitest'),
    args: [
      'run',
      ...WITHOUT_GATES,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report_path}`,
    ],
    env,
    output: 'live',
    timeout_ms: ENDS_WITHIN_MS,
  })
  return tallyVitest('vitest', readReport(report_path), succeeded, duration_ms)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
