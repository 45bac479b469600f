import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/** A page of an advertiser's list over 100,000 rows takes 1.2 times what it takes over 1,000, at most (PERFORMANCE, "Goals"). */
export const gate: Gate = {
  name: 'an advertiser’s lists of 100,000 rows',
  timing: true,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/testing/partners/advertiser-pages.test.ts', {
      ADVERTISER_ROWS: '100000',
      ADVERTISER_RATIO_MAX: '1.2',
    }),
}
