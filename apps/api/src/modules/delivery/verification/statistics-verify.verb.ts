import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { verifyStatistics } from './recompute.repository.ts'

/** `statistics-verify`: recomputes every statistic from the events and prints where the roll-ups differ. */
export const statisticsVerifyVerb = staffVerb({
  name: 'statistics-verify',
  summary: 'Recompute every statistic from the events and print any difference from what is served',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject({}),
  run: (services) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const differences = await verifyStatistics(tx)
      return { identical: differences.length === 0, differences }
    }),
})
