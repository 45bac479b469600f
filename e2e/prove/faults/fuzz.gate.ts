import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** 50,000 requests generated from the contract's schemas: no 5xx, no code 500, no reply off schema (SECURITY). */
export const gate: Gate = {
  name: 'fuzzed requests',
  timing: false,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/server/contract-fuzz.test.ts', { FUZZ_REQUESTS: '50000' }),
}
