import { join } from 'node:path'
import { binary, runCommand } from '../../tidy/run/command.ts'
import { readReport, type Tally, tallyVitest } from '../../tidy/run/tally.ts'
import type { GateContext } from './gate.ts'

const LIMIT_MS = 60 * 60_000

/** Runs vitest with these arguments and counts the results; notes each failure, and then the end of the output. */
export async function runVitest(
  { scratch, note }: Pick<GateContext, 'scratch' | 'note'>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const report_path = join(scratch, 'vitest.json')
  const { succeeded, output, duration_ms } = await runCommand({
    name: 'vitest',
    program: binary('vitest'),
    args: ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report_path}`],
    env: { NODE_ENV: 'test', ...env },
    output: 'kept',
    timeout_ms: LIMIT_MS,
  })
  const tally = tallyVitest('vitest', readReport(report_path), succeeded, duration_ms)
  for (const failure of tally.failures ?? []) note(failure)
  if (tally.failed > 0) note(output.slice(-20_000))
  return tally
}
