import type { Metric } from 'prom-client'
import { readGauges } from '../read-gauges.ts'
import type { Services } from '../services.ts'
import { bankFaultMetrics } from './bank-statements/bank-faults.ts'
import { walletFigures } from './metrics.repository.ts'

/** What customers wait for: their money, with its deadlines, and decisions on holds. */
export function walletMetrics(services: Services): Metric[] {
  return [
    ...bankFaultMetrics(services),
    ...readGauges(
      services,
      {
        adtally_withdrawals_open: 'Withdrawals that are asked for or approved, and have not been sent',
        adtally_withdrawals_due_within_day: 'Those of them that have to be sent within a day',
        adtally_withdrawals_late: 'Those of them that should have been sent by now',
        adtally_holds_open: 'Holds that are not released',
        adtally_holds_due_within_day: 'Those of them whose deadline is within a day',
      },
      walletFigures,
    ),
  ]
}
