import { randomInt } from 'node:crypto'
import { WITHOUT_GATES } from '../../tidy/run/left-to-gates.ts'
import { gateResult } from '../../tidy/run/tally.ts'
import type { Gate } from './gate.ts'
import { runVitest } from './run-vitest.ts'

/**
 * Runs the Node and Chromium test files of `npm test` in random order: files of a worker share the program's modules, and none may
 * depend on those before it. The figure includes the seed; `TEST_ORDER=any` with `--sequence.seed` repeats it.
 */
export const gate: Gate = {
  name: 'tests in any order',
  timing: false,
  full: true,
  async run(context) {
    const seed = randomInt(1_000_000)
    const env = { CHROMIUM_PATH: context.chromium_path, TEST_ORDER: 'any' }
    const tally = await runVitest(context, [...WITHOUT_GATES, `--sequence.seed=${seed}`], env)
    const { passed, figure } = gateResult([tally])
    return { passed, figure: `in the order of seed ${seed}: ${figure}` }
  },
}
