import type { Module } from '../module.ts'
import { plansAhead } from './ahead.ts'
import { archive } from './archive.ts'
import { chargebackRecordRoute, planCorrectionsRoute } from './corrections.route.ts'
import { planCancelRoute, planPauseRoute, planStopRoute } from './end.route.ts'
import { PlansEngine } from './engine.ts'
import { PLAN_CAUSE } from './flow-cause.ts'
import { payOwedJob } from './pay-owed.ts'
import { planPlacementPauseRoute } from './placement-pause.route.ts'
import { planDueJob } from './plan-due.ts'
import { planEntriesRoute, planListRoute } from './plan-list.route.ts'
import { lossRecordRoute, productDetailRoute, productListRoute } from './products.route.ts'
import { planPutRoute } from './put.route.ts'
import {
  creativeReviewed,
  customerDisabled,
  customerDisabledRest,
  escrowToppedUp,
  productClosed,
} from './reactions.ts'
import { releasePublishersJob } from './release-publishers.ts'
import { findPlans } from './search.repository.ts'
import type {} from './tables.ts'
import { writeOffJob } from './write-off.ts'

export { askedMeans } from './asked-means.ts'
export { billSpend } from './bill-spend.ts'
export { verdictOf } from './corrections.repository.ts'
export { creditConversions } from './credit-conversions.ts'
export { deliverableAmong, deliverablePlans } from './deliverable.repository.ts'
export type { DeliverablePlan, InvalidEvent, SpendItem } from './delivery-types.ts'
export { setCouponOrigin, setDelivered, setDeliveryGate } from './engine.ts'
export { CONVERSION_PAID_TOPIC, conversionPaid, PLANS_FAILED_TOPIC, plansFailed } from './facts.ts'
export { finishSpentPlans } from './finish-spent.ts'
export { recordFirstDelivery } from './first-delivery.ts'
export { leaderRecord } from './leader-record.ts'
export { advertisersOwing } from './owed.repository.ts'
export { type PlacingOutcome, type PlacingRequest, placePlan } from './place-plan.ts'
export { placementPauses } from './placement-pauses.repository.ts'
export type { HeldSubjects, PlacedFrom, PlacingFacts, PlacingOriginKind } from './placing-origin.ts'
export { conversionCap } from './placing-rules.ts'
export { ownedPlan, planDetailParts } from './plan-cards.ts'
export { countOpenPlans } from './plans.repository.ts'
export { presentPlacing } from './presenter.ts'
export { productCards } from './products.ts'
export {
  countCustomersRunning,
  customersRunningAfter,
  investedIn,
  plansNamed,
  runningPlans,
  settledAmong,
  settledSpend,
} from './reading.repository.ts'
export { rebatesUnder } from './results.repository.ts'
export { reverseEvents } from './reverse-events.ts'
export { type SettlementInput, settle } from './settle.ts'
export {
  type ProfitSharing,
  type RebateTerms,
  type SharedResult,
  type ShareTerms,
  setProfitSharing,
  setRebates,
} from './settlement-terms.ts'
export { type Parts, partsOfSpend } from './spend-parts.ts'
export { STATUS_TRANSITIONS } from './status-table.ts'
export { planFigures } from './told-figures.ts'

/** The channel on which the database announces placed plans and every change of a status or pause. */
export const PLANS_CHANNEL = 'plans_changed'
/** The channel on which it names those plans, for whoever delivers them. */
export const PLANS_DELIVERY_CHANNEL = 'plans_delivery'

/** Placing, the status table, cancel, pause and stop, settlement, the loss record. */
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
  create: async (services) => {
    services.plans = new PlansEngine()
    services.causes.add(PLAN_CAUSE)
  },
}
