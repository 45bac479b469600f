import type { Module } from '../module.ts'
import { closeDifferenceVerb } from './close-item.ts'
import { reconciliationMetrics } from './metrics.ts'
import { nightlyJob, startNights, untoldNightsJob } from './nightly.ts'
import { listDifferencesVerb, listReconciliationsVerb, reconcileVerb } from './run-verbs.ts'
import type {} from './tables.ts'

/** The proof that the books are right, by night and on demand, and the differences that two people close. */
export const reconciliationModule: Module = {
  name: 'reconciliation',
  verbs: [reconcileVerb, listReconciliationsVerb, listDifferencesVerb, closeDifferenceVerb],
  jobs: [nightlyJob, untoldNightsJob],
  metrics: reconciliationMetrics,
  start: startNights,
}
