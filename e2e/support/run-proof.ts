import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { GateContext } from '../prove/gate.ts'

const reportFile = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          failureMessages: z._default(z.array(z.string()), []),
          meta: z.optional(z.object({ figure: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
})

/**
 * Runs one of the product's test files at the full size: `npm test` runs it at a tenth, and `environment` sets the
 * count. Passes if there is at least one test and all pass; controls are tests in the same file. Notes each failure;
 * a test's `task.meta.figure` becomes part of the figure.
 */
export async function runProof(
  { root, scratch, note }: GateContext,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ passed: boolean; figure: string }> {
  const report = join(scratch, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', file, '--reporter=json', `--outputFile=${report}`, '--testTimeout=4000000']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = reportFile.parse(
    JSON.parse(readFileSync(report, 'utf8')),
  )
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  for (const { fullName, failureMessages } of results) {
    for (const message of failureMessages) note(`${fullName}: ${message}`)
  }
  const counts = Object.entries(environment).map(([name, value]) => `${name.toLowerCase()} ${value}`)
  const measured = results.flatMap(({ meta }) => meta?.figure ?? [])
  return {
    passed: numTotalTests > 0 && numPassedTests === numTotalTests && numFailedTests === 0,
    figure: [
      `${counts.join(', ')}: ${numPassedTests} of ${numTotalTests} tests, controls among them`,
      ...measured,
    ].join('; '),
  }
}
