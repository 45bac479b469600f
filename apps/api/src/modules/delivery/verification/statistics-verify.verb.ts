import { statisticsVerify } from '@adtally/contract/operator/market/delivery.ts'
import { staffVerb } from '../../module.ts'
import { verifyStatistics } from './recompute.repository.ts'

/** `statistics-verify`: recomputes every statistic from the events and prints where the roll-ups differ. */
export const statisticsVerifyVerb = staffVerb(statisticsVerify, (services) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const differences = await verifyStatistics(tx)
    return { identical: differences.length === 0, differences }
  }),
)
