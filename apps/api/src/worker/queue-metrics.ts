import type { Metric } from 'prom-client'
import { readGauges } from '../modules/read-gauges.ts'
import type { Services } from '../modules/services.ts'
import { queueFigures } from './repository.ts'

/** What waits for the worker, and for how long; every process gives the same figures. */
export function queueMetrics(services: Services): Metric[] {
  return readGauges(
    services,
    {
      adtally_jobs_due: 'Jobs whose time has come',
      adtally_jobs_oldest_seconds: 'For how long the job that has been due longest has been',
      adtally_jobs_failing: 'Jobs that failed and are tried again',
      adtally_outbox_messages: 'Messages to other modules that nobody has handled yet',
      adtally_outbox_oldest_seconds: 'For how long the oldest of these messages has waited',
      adtally_outbox_failing: 'Messages that failed and are tried again',
    },
    queueFigures,
  )
}
