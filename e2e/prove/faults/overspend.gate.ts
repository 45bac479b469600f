import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** 4 nodes and 1,000 plans near their end, bids lost, won and forgotten, a node killed: nothing overspent (SECURITY). */
export const gate: Gate = {
  name: 'overspend',
  timing: false,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/modules/delivery/overspend.test.ts', { OVERSPEND_PLANS: '1000' }),
}
