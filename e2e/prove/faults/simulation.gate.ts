import { runProof } from '../../support/run-proof.ts'
import type { Gate } from '../gate.ts'

const SEED = process.env.SIMULATION_SEED ?? '20261121'

/**
 * 1,000 customers' months with faults, clock jumps and kills: books, wallets, statements and deadlines hold after
 * every step, and lists page correctly. `SIMULATION_SEED` sets another seed; three planted faults are each found.
 */
export const gate: Gate = {
  name: 'simulation',
  timing: false,
  full: true,
  long: true,
  run: (context) =>
    runProof(context, 'apps/api/src/testing/simulation/simulation.test.ts', {
      SIMULATION_CUSTOMER_MONTHS: '1000',
      SIMULATION_SEED: SEED,
    }),
}
