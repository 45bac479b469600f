import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** The demo's seeding, ended after each of its acts in turn and restarted, makes the same as undisturbed. */
export const gate: Gate = {
  name: 'seeding ended after each act',
  timing: false,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/demo/seed/seed-cut-off.test.ts', { SEED_ACTS_BETWEEN: '1' }),
}
