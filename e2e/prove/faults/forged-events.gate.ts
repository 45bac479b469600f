import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** 10,000 forged, replayed, stale and cross-plan events: none counted; unchecked signatures are caught (SECURITY). */
export const gate: Gate = {
  name: 'forged events',
  timing: false,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/modules/delivery/forgery.test.ts', { FORGED_EVENTS: '10000' }),
}
