import { runProof } from '../support/run-proof.ts'
import type { Gate } from './gate.ts'

/**
 * Every act of staff × role × proof × own or a colleague's, over HTTP and in the module, as `docs/roles.md` says (SECURITY); and
 * every input that its schema gives, by the command line, the call and the form, with the same verdict.
 */
export const gate: Gate = {
  name: 'rights and faces of staff’s acts',
  timing: false,
  full: true,
  async run(context) {
    const office = 'apps/api/src/server/office'
    const matrix = await runProof(context, `${office}/office-matrix.test.ts`, { OFFICE_MATRIX_STEP: '1' })
    const faces = await runProof(context, `${office}/three-faces.test.ts`, { OFFICE_FACES_STEP: '1' })
    return {
      passed: matrix.passed && faces.passed,
      figure: `rights: ${matrix.figure}; faces: ${faces.figure}`,
    }
  },
}
