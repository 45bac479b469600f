import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** How many passed and failed, and in how long. */
export interface Tally {
  name: string
  passed: number
  failed: number
  duration_ms: number
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/**
 * Counts of vitest's JSON report. A file that did not load, an error outside any test, a run without a test or
 * without a report each count as one failure, so that nothing broken adds up to a green line.
 */
export function tallyVitest(
  name: string,
  report: string | null,
  succeeded: boolean,
  duration_ms: number,
): Tally {
  const parsed = parseReport(vitestReport, report)
  if (parsed === null) return { name, passed: 0, failed: 1, duration_ms }
  const unloaded = parsed.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = parsed.numFailedTests + unloaded.length
  return atLeastOne({ name, passed: parsed.numPassedTests, failed, duration_ms }, succeeded)
}

/** Counts of Playwright's JSON report; flaky and skipped count as failed: a test that may be left out proves nothing. */
export function tallyPlaywright(
  name: string,
  report: string | null,
  succeeded: boolean,
  duration_ms: number,
): Tally {
  const parsed = parseReport(playwrightReport, report)
  if (parsed === null) return { name, passed: 0, failed: 1, duration_ms }
  const { expected, unexpected, flaky, skipped } = parsed.stats
  return atLeastOne({ name, passed: expected, failed: unexpected + flaky + skipped, duration_ms }, succeeded)
}

/** A command that passes or fails as a whole. */
export function tallyCommand(result: { name: string; succeeded: boolean; duration_ms: number }): Tally {
  const { name, succeeded, duration_ms } = result
  return { name, passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, duration_ms }
}

/** The table of parts and, as its last line, `N passed, N failed` over all of them. */
export function summary(tallies: readonly Tally[]): string {
  const width = Math.max(4, ...tallies.map((tally) => tally.name.length))
  const lines = tallies.map(
    ({ name, passed, failed, duration_ms }) =>
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(width)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds(duration_ms).padStart(8)}`,
  )
  return ['', ...lines, '', closingLine(tallies)].join('\n')
}

/** `N passed, N failed`. */
export function closingLine(tallies: readonly Pick<Tally, 'passed' | 'failed'>[]): string {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  return `${passed} passed, ${failed} failed`
}

/** The text of a report file; `null` where the run wrote none. */
export function readReport(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** A duration for people, in seconds. */
export function seconds(duration_ms: number): string {
  return `${(duration_ms / 1000).toFixed(1)} s`
}

function atLeastOne(tally: Tally, succeeded: boolean): Tally {
  const nothing_ran = tally.passed + tally.failed === 0
  return tally.failed === 0 && (nothing_ran || !succeeded) ? { ...tally, failed: 1 } : tally
}

function parseReport<Schema extends z.ZodMiniType>(
  schema: Schema,
  report: string | null,
): z.infer<Schema> | null {
  if (report === null) return null
  try {
    return z.parse(schema, JSON.parse(report))
  } catch {
    return null
  }
}
