import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks } from './run/checks.ts'
import { binary, runCommand } from './run/command.ts'
import { ensureChromium } from './run/ensure-chromium.ts'
import { ensurePdfTools } from './run/ensure-pdf-tools.ts'
import { readReport, summary, type Tally, tallyCommand, tallyPlaywright, tallyVitest } from './run/tally.ts'

/** `npm test`: everything, from the types to the browser; the last line is `N passed, N failed`. */
async function main(): Promise<void> {
  const chromium_path = await ensureChromium()
  await ensurePdfTools()
  const env = { CHROMIUM_PATH: chromium_path, NODE_ENV: 'test' }
  const reports = mkdtempSync(join(tmpdir(), 'adtally-reports-'))
  try {
    const tallies = [
      ...(await runChecks()),
      await runBuild(),
      await runVitest(join(reports, 'vitest.json'), env),
      await runPlaywright(join(reports, 'playwright.json'), env),
    ]
    console.log(summary(tallies))
    process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

async function runChecks(): Promise<Tally[]> {
  const results = await Promise.all(checks().map(runCommand))
  for (const result of results) {
    console.log(`${result.name}: ${result.succeeded ? 'ok' : `FAILED\n${result.output}`}`)
  }
  return results.map(tallyCommand)
}

async function runBuild(): Promise<Tally> {
  const result = await runCommand({
    name: 'build',
    program: 'npm',
    args: ['run', '--silent', 'build'],
    output: 'kept',
    timeout_ms: 180_000,
  })
  console.log(result.succeeded ? 'build: ok' : `build: FAILED\n${result.output}`)
  return tallyCommand(result)
}

async function runVitest(report_path: string, env: Record<string, string>): Promise<Tally> {
  const { succeeded, duration_ms } = await runCommand({
    name: 'vitest',
    program: binary('vitest'),
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report_path}`],
    env,
    output: 'live',
    timeout_ms: 840_000,
  })
  return tallyVitest('vitest', readReport(report_path), succeeded, duration_ms)
}

async function runPlaywright(report_path: string, env: Record<string, string>): Promise<Tally> {
  const { succeeded, duration_ms } = await runCommand({
    name: 'end to end',
    program: binary('playwright'),
    args: ['test', '--reporter=list,json'],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report_path },
    output: 'live',
    timeout_ms: 840_000,
  })
  return tallyPlaywright('end to end', readReport(report_path), succeeded, duration_ms)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
