import type { Metric } from 'prom-client'
import { readGauges } from '../read-gauges.ts'
import type { Services } from '../services.ts'
import { letterFigures } from './letters.repository.ts'

/** Metrics of letters not yet sent. */
export function mailMetrics(services: Services): Metric[] {
  return readGauges(
    services,
    {
      adtally_mail_waiting: 'Letters to customers that have not left',
      adtally_mail_failing: 'Letters whose last try failed',
      adtally_mail_oldest_seconds: 'For how long the oldest letter has waited',
    },
    letterFigures,
  )
}
