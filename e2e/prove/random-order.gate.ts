import { randomInt } from 'node:crypto'
import type { Gate } from './gate.ts'
import { runVitest } from './run-vitest.ts'

/**
 * The files of Node and Chromium in an order drawn by chance: those of one worker share the program's modules, and none
 * may depend on which came before it. The order's seed is part of the figure; `TEST_ORDER=any` and `--sequence.seed` repeat it.
 */
export const gate: Gate = {
  name: 'tests in any order',
  timing: false,
  full: true,
  async run(context) {
    const seed = randomInt(1_000_000)
    const env = { CHROMIUM_PATH: context.chromium_path, TEST_ORDER: 'any' }
    const { passed, failed } = await runVitest(context, ['--project=!drills', `--sequence.seed=${seed}`], env)
    return {
      passed: failed === 0,
      figure: `${passed} passed, ${failed} failed, in the order of seed ${seed}`,
    }
  },
}
