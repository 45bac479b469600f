import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/** 100,000 plans settle in linear time, at least 1,000 a second (PERFORMANCE, "Goals"). */
export const gate: Gate = {
  name: 'settling 100,000 plans',
  timing: true,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/testing/worlds/settle-many.test.ts', {
      SETTLE_PLANS: '100000',
      SETTLE_PLANS_PER_SECOND_MIN: '1000',
    }),
}
