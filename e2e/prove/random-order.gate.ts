import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { binary, runCommand } from '../../tidy/run/command.ts'
import { readReport, tallyVitest } from '../../tidy/run/tally.ts'
import type { Gate } from './gate.ts'

/**
 * The files of Node and Chromium in an order drawn by chance: those of one worker share the program's modules, and none
 * may depend on which came before it. The order's seed is part of the figure; `--sequence.seed` repeats it.
 */
export const gate: Gate = {
  name: 'tests in any order',
  timing: false,
  full: true,
  async run({ scratch, chromium_path, note }) {
    const seed = randomInt(1_000_000)
    const report_path = join(scratch, 'vitest.json')
    const { succeeded, output, duration_ms } = await runCommand({
      name: 'vitest',
      program: binary('vitest'),
      args: [
        ...['run', `--sequence.seed=${seed}`],
        ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report_path}`],
      ],
      env: { CHROMIUM_PATH: chromium_path, NODE_ENV: 'test', TEST_ORDER: 'any' },
      output: 'kept',
      timeout_ms: 20 * 60_000,
    })
    const tally = tallyVitest('vitest', readReport(report_path), succeeded, duration_ms)
    for (const failure of tally.failures ?? []) note(failure)
    if (tally.failed > 0) note(output.slice(-20_000))
    return {
      passed: tally.failed === 0,
      figure: `${tally.passed} passed, ${tally.failed} failed, in the order of seed ${seed}`,
    }
  },
}
