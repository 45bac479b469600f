import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as z from 'zod/mini'

const REASON_LENGTH_MAX = 300
/** How vitest's report marks a test that timed out. */
const TIMED_OUT = 'Error: STACK_TRACE_ERROR'

/** Counts of passed and failed, the duration, and a line per failure, as far as the report names them. */
export interface Tally {
  name: string
  passed: number
  failed: number
  duration_ms: number
  failures?: readonly string[]
}

const assertionResult = z.object({
  status: z.string(),
  fullName: z.string(),
  failureMessages: z.optional(z.array(z.string())),
})

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(assertionResult),
    }),
  ),
})

interface PlaywrightSuite {
  specs: { ok: boolean; title: string; file: string }[]
  suites?: PlaywrightSuite[] | undefined
}

const playwrightSuite: z.ZodMiniType<PlaywrightSuite> = z.object({
  specs: z.array(z.object({ ok: z.boolean(), title: z.string(), file: z.string() })),
  suites: z.optional(z.lazy(() => z.array(playwrightSuite))),
})

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/**
 * Counts of vitest's JSON report. A file that did not load, an error outside tests, a run without a test or report
 * each count as a failure, so that nothing broken looks green.
 */
export function tallyVitest(
  name: string,
  report: string | null,
  succeeded: boolean,
  duration_ms: number,
): Tally {
  const parsed = parseReport(vitestReport, report)
  if (parsed === null) return { name, passed: 0, failed: 1, duration_ms }
  const files = parsed.testResults.map((file) => ({ ...file, name: relative(process.cwd(), file.name) }))
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = parsed.numFailedTests + unloaded.length
  const failures = [
    ...unloaded.map((file) => failureLine(file.name, file.message)),
    ...files.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => failureLine(`${file.name} › ${test.fullName}`, test.failureMessages?.[0])),
    ),
  ]
  return atLeastOne({ name, passed: parsed.numPassedTests, failed, duration_ms, failures }, succeeded)
}

/** Counts of Playwright's JSON report; flaky and skipped count as failed, since an optional test proves nothing. */
export function tallyPlaywright(
  name: string,
  report: string | null,
  succeeded: boolean,
  duration_ms: number,
): Tally {
  const parsed = parseReport(playwrightReport, report)
  if (parsed === null) return { name, passed: 0, failed: 1, duration_ms }
  const { expected, unexpected, flaky, skipped } = parsed.stats
  const failures = parsed.suites
    .flatMap(specsOf)
    .flatMap((spec) => (spec.ok ? [] : [`${spec.file} › ${spec.title}`]))
  const failed = unexpected + flaky + skipped
  return atLeastOne({ name, passed: expected, failed, duration_ms, failures }, succeeded)
}

/** A command that passes or fails as a whole. */
export function tallyCommand(result: { name: string; succeeded: boolean; duration_ms: number }): Tally {
  const { name, succeeded, duration_ms } = result
  return { name, passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, duration_ms }
}

/** The table of parts, their failures, and the total `N passed, N failed` last, because logs are cut at the start. */
export function summary(tallies: readonly Tally[]): string {
  const width = Math.max(4, ...tallies.map((tally) => tally.name.length))
  const lines = tallies.map(
    ({ name, passed, failed, duration_ms }) =>
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(width)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds(duration_ms).padStart(8)}`,
  )
  const failures = tallies.flatMap((tally) => tally.failures ?? []).map((line) => `FAILED ${line}`)
  return ['', ...lines, '', ...failures, closingLine(tallies)].join('\n')
}

/** `N passed, N failed`. */
export function closingLine(tallies: readonly Pick<Tally, 'passed' | 'failed'>[]): string {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  return `${passed} passed, ${failed} failed`
}

const NAMED_MAX = 5

/** A gate's result: its counts, and by name some of what failed, because of a long log only the end may be kept. */
export function gateResult(tallies: readonly Tally[]): { passed: boolean; figure: string } {
  const named = tallies.flatMap(({ failures = [] }) => failures).slice(0, NAMED_MAX)
  const figure = [closingLine(tallies), ...named].join('; ')
  return { passed: tallies.every(({ failed }) => failed === 0), figure }
}

/** A report file's text; `null` if the run wrote none. */
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

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function failureLine(name: string, message: string | undefined): string {
  const line = (message ?? '').split('\n', 1)[0]?.slice(0, REASON_LENGTH_MAX)
  const reason = line === TIMED_OUT ? 'not done in time' : line
  return reason ? `${name}: ${reason}` : name
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
