import type { Module } from '../module.ts'
import { plansAhead } from './ahead.ts'
import { archive } from './archive.ts'
import { chargebackRecordRoute, planCorrectionsRoute } from './corrections/corrections.route.ts'
import { planPutRoute } from './placing/put.route.ts'
import { lossRecordRoute, productDetailRoute, productListRoute } from './products/products.route.ts'
import {
  creativeReviewed,
  customerDisabled,
  customerDisabledRest,
  escrowToppedUp,
  productClosed,
} from './reactions.ts'
import { planEntriesRoute, planListRoute } from './reading/plan-list.route.ts'
import { planCancelRoute, planPauseRoute, planStopRoute } from './running/end.route.ts'
import { planPlacementPauseRoute } from './running/placement-pause.route.ts'
import { planDueJob } from './running/plan-due.ts'
import { findPlans } from './search.repository.ts'
import { payOwedJob } from './settlement/pay-owed.ts'
import { releasePublishersJob } from './settlement/release-publishers.ts'
import { writeOffJob } from './settlement/write-off.ts'
import type {} from './tables.ts'

export { verdictOf } from './corrections/corrections.repository.ts'
export { oweAgain, type RestoredEvent, restoreEvents, type TakenEvent } from './corrections/restore-events.ts'
export { reverseEvents } from './corrections/reverse-events.ts'
export { createPlans, type PlansEngine, type PlansNeeds } from './engine.ts'
export {
  CONVERSION_PAID_TOPIC,
  conversionPaid,
  PLANS_ENDED_TOPIC,
  PLANS_FAILED_TOPIC,
  plansEnded,
  plansFailed,
} from './facts.ts'
export { PLAN_CAUSE } from './flow-cause.ts'
export { percentOf } from './percent.ts'
export { askedMeans } from './placing/asked-means.ts'
export { type PlacingOutcome, type PlacingRequest, placePlan } from './placing/place-plan.ts'
export type { HeldSubjects, PlacedFrom, PlacingFacts, PlacingOriginKind } from './placing/placing-origin.ts'
export { conversionCap } from './placing/placing-rules.ts'
export type {
  ProfitSharing,
  Rebates,
  RebateTerms,
  SharedResult,
  ShareTerms,
} from './placing/settlement-terms.ts'
export { countOpenPlans } from './plans.repository.ts'
export { presentPlacing } from './presenter.ts'
export { leaderRecord } from './products/leader-record.ts'
export { productCards } from './products/products.ts'
export { ownedPlan, planDetailParts } from './reading/plan-cards.ts'
export {
  countCustomersRunning,
  customersRunningAfter,
  investedIn,
  numbersOfPublisher,
  plansNamed,
  runningPlans,
  settledAmong,
  settledSpend,
} from './reading/reading.repository.ts'
export { billSpend } from './running/bill-spend.ts'
export { creditConversions } from './running/credit-conversions.ts'
export { deliverableAmong, deliverablePlans } from './running/deliverable.repository.ts'
export type { DeliveryGate } from './running/delivery-gate.ts'
export type { DeliverablePlan, InvalidEvent, SpendItem } from './running/delivery-types.ts'
export { finishSpentPlans } from './running/finish-spent.ts'
export { recordFirstDelivery } from './running/first-delivery.ts'
export { placementPauses } from './running/placement-pauses.repository.ts'
export { type Parts, partsOfSpend } from './running/spend-parts.ts'
export { advertisersOwing, owedTotals } from './settlement/owed.repository.ts'
export { rebatesUnder } from './settlement/results.repository.ts'
export { type SettlementInput, settle } from './settlement/settle.ts'
export { STATUS_TRANSITIONS } from './status-table.ts'
export { planFigures } from './told-figures.ts'

/** The database notifies here of placed plans and every change of a status or pause. */
export const PLANS_CHANNEL = 'plans_changed'
/** The same notifications with the plans' ids, for delivery. */
export const PLANS_DELIVERY_CHANNEL = 'plans_delivery'

/** The plans module: placing, the status table, cancel, pause and stop, settlement, the loss record. */
export const plansModule: Module = {
  name: 'plans',
  archive,
  ahead: plansAhead,
  searches: [
    {
      kind: 'plan',
      roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
      find: findPlans,
    },
  ],
  routes: [
    productListRoute,
    productDetailRoute,
    lossRecordRoute,
    planPutRoute,
    planListRoute,
    planCancelRoute,
    planStopRoute,
    planPauseRoute,
    planPlacementPauseRoute,
    planEntriesRoute,
    planCorrectionsRoute,
    chargebackRecordRoute,
  ],
  jobs: [planDueJob, payOwedJob, releasePublishersJob, writeOffJob],
  subscriptions: [creativeReviewed, productClosed, customerDisabled, customerDisabledRest, escrowToppedUp],
}
