import type { Module } from '../module.ts'
import { closeDifferenceVerb } from './close-item.ts'
import { reconciliationMetrics } from './metrics.ts'
import { nightlyJob, startNights, untoldNightsJob } from './nightly.ts'
import { listDifferencesVerb, listReconciliationsVerb, reconcileVerb } from './run-verbs.ts'
import type {} from './tables.ts'

/** The reconciliation module: proves the books every night and on demand, and lets two people close differences. */
export const reconciliationModule: Module = {
  name: 'reconciliation',
  verbs: [reconcileVerb, listReconciliationsVerb, listDifferencesVerb, closeDifferenceVerb],
  jobs: [nightlyJob, untoldNightsJob],
  metrics: reconciliationMetrics,
  start: startNights,
}
