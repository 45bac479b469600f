import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/** A page of any list of staff, first or last, of 100,000 customers takes at most 1.2 times what it takes of 1,000. */
export const gate: Gate = {
  name: 'pages of staff’s lists',
  timing: true,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/server/office/list-pages.test.ts', {
      LIST_ROWS: '100000',
      LIST_ROUNDS: '41',
      LIST_RATIO_MAX: '1.2',
    }),
}
