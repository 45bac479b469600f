import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

/** 50,000 requests generated from the contract's schemas: no 5xx, no code 500, no reply off schema (SECURITY); 20,000 from staff's acts, 2,000 from partners'. */
export const gate: Gate = {
  name: 'fuzzed requests',
  timing: false,
  full: true,
  async run(context) {
    const server = 'apps/api/src/server'
    const customers = await runProof(context, `${server}/contract-fuzz.test.ts`, { FUZZ_REQUESTS: '50000' })
    const office = await runProof(context, `${server}/office/office-fuzz.test.ts`, {
      OFFICE_FUZZ_REQUESTS: '20000',
    })
    const partners = await runProof(context, `${server}/partners/partner-fuzz.test.ts`, {
      PARTNER_FUZZ_REQUESTS: '2000',
    })
    return {
      passed: customers.passed && office.passed && partners.passed,
      figure: `customers’ calls: ${customers.figure}; staff’s acts: ${office.figure}; partners’: ${partners.figure}`,
    }
  },
}
