import type { DeliveryGate } from '../../plans/index.ts'
import { isIngestPassed, isInvalidPassDone, settleablePlans } from './gate.repository.ts'

/** Answers plans' questions from delivery's own rows. */
export const DELIVERY_GATE: DeliveryGate = {
  ingestPassed: (tx, plan_id) => isIngestPassed(tx, plan_id),
  invalidPassDone: (tx, plan_id) => isInvalidPassDone(tx, plan_id),
  settleable: settleablePlans,
}
