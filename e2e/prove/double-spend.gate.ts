import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/** 10,000 tries at once to spend the same money: no overdraft; without the row lock the trial fails (SECURITY). */
export const gate: Gate = {
  name: 'double spend',
  timing: false,
  run: ({ root, scratch }) =>
    runProof(root, scratch, 'apps/api/src/modules/ledger/double-spend.test.ts', {
      DOUBLE_SPEND_TRIES: '10000',
    }),
}
