import type { Metric } from 'prom-client'
import { readGauges } from '../read-gauges.ts'
import type { Services } from '../services.ts'
import { noticeFigures } from './messages.repository.ts'

/** Metrics of notices that have not arrived. */
export function noticeMetrics(services: Services): Metric[] {
  return readGauges(
    services,
    {
      adtally_notices_waiting: 'Notices to advertisers that have not arrived',
      adtally_notices_dead: 'Notices to advertisers that were given up',
    },
    noticeFigures,
  )
}
