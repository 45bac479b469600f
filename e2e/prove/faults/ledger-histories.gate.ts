import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** 10,000 random histories in the ledger and in an independent model: every result, balance and line is the same. */
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
