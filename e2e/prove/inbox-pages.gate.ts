import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/** A page of the inbox over 1 million proposals takes 1.2 times what it takes over 1,000, at most (PERFORMANCE, "Goals"). */
export const gate: Gate = {
  name: 'the inbox over a million proposals',
  timing: true,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/modules/operators/proposals/inbox-pages.test.ts', {
      INBOX_ROWS: '1000000',
      INBOX_RATIO_MAX: '1.2',
    }),
}
