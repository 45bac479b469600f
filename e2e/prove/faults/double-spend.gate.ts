import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/**
 * 10,000 simultaneous tries in the ledger and 100,000 by customers' calls, over plans, withdrawals, coupons and
 * exchange orders: none succeeds twice; without the row lock both trials fail (SECURITY, "Promises").
 */
export const gate: Gate = {
  name: 'double spend',
  timing: false,
  full: true,
  async run(context) {
    const ledger = await runProof(context, 'apps/api/src/modules/ledger/double-spend.test.ts', {
      DOUBLE_SPEND_TRIES: '10000',
    })
    const flows = await runProof(context, 'apps/api/src/testing/worlds/money-races.test.ts', {
      MONEY_RACE_TRIES: '100000',
    })
    return { passed: ledger.passed && flows.passed, figure: `${ledger.figure}; ${flows.figure}` }
  },
}
