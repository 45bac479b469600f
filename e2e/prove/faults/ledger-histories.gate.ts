import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** 10,000 random histories run in the ledger and in an independent model: all results, balances and lines agree. */
export const gate: Gate = {
  name: 'ledger histories',
  timing: false,
  full: true,
  long: true,
  run: (context) =>
    runProof(context, 'apps/api/src/modules/ledger/ledger-model.test.ts', {
      LEDGER_HISTORIES: '10000',
    }),
}
