import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/** Every act of staff × role × proof × own or a colleague's, over HTTP and in the module, as `docs/roles.md` says (SECURITY). */
export const gate: Gate = {
  name: 'who may do what in the office',
  timing: false,
  full: true,
  run: (context) =>
    runProof(context, 'apps/api/src/server/office/office-matrix.test.ts', { OFFICE_MATRIX_STEP: '1' }),
}
