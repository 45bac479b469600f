import type { Metric } from 'prom-client'
import { readGauges } from '../read-gauges.ts'
import type { Services } from '../services.ts'
import { proofFigures } from './repository.ts'

/** When the books were last proved, and how many items are open. */
export function reconciliationMetrics(services: Services): Metric[] {
  return readGauges(
    services,
    {
      adtally_proof_age_seconds:
        'How long ago the newest proof of the books by night ended; 0 where there was none yet',
      adtally_proof_differences: 'Differences that the newest proof found, explained ones too',
      adtally_differences_open: 'Differences that two people have not closed',
    },
    proofFigures,
  )
}
