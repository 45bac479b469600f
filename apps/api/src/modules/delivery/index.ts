import { asRole } from '../as-role.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { planInvalidAppealableRoute, planInvalidAppealRoute } from './appeals/appeal.route.ts'
import { appealVerbs } from './appeals/appeal-verbs.ts'
import { publisherVerdictVerbs } from './appeals/publisher-verdicts.ts'
import { restoreJob } from './appeals/restore-job.ts'
import { archive } from './archive.ts'
import { deliveryPlugin } from './delivery.plugin.ts'
import { deliveryLane } from './delivery-lane.ts'
import { conversionPaidSubscription } from './events/conversion-paid.ts'
import { testPostbackVerb } from './events/test-postback.verb.ts'
import { DeliveryWorker } from './events/worker-loop.ts'
import { explainDecisionVerb } from './explanation/explain-decision.verb.ts'
import { explainPlacementVerb } from './explanation/explain-placement.verb.ts'
import { deliveryMetrics } from './metrics.ts'
import { saveCreativePreviewVerb, showCreativeVerb } from './preview/show-creative.verb.ts'
import { trafficRuleProposeVerb } from './rules/publish-rule.ts'
import { requireReadableRules } from './rules/rule-book.ts'
import { trafficRulesShowVerb } from './rules/show-rules.verb.ts'
import { trafficReplayVerb } from './rules/traffic-replay.verb.ts'
import { trafficRuleWithdrawVerb } from './rules/withdraw-rule.ts'
import { deliveryCountsVerb } from './verification/delivery-counts.verb.ts'
import { listOwnConversionsVerb, listTakenBackVerb } from './verification/list-own-conversions.verb.ts'
import { planConversionsRoute } from './verification/plan-conversions.route.ts'
import { planInvalidRoute } from './verification/plan-invalid.route.ts'
import { statisticsVerifyVerb } from './verification/statistics-verify.verb.ts'

export { DELIVERY_GATE } from './budget/delivery-gate.ts'
export { tokenKeysOut } from './decisions/token.ts'
export { createDelivery, type DeliveryNode } from './delivery-node.ts'
export { eventIdOf } from './events/event-ids.ts'
export { type Postback, signPostback } from './events/postback-signature.ts'
export { type ToldConversion, toldConversions } from './events/told-conversions.repository.ts'
export { keepHouse, settleBooks } from './events/worker-loop.ts'
export { CONVERSIONS_JUDGED_TOPIC, CONVERSIONS_REVERSED_TOPIC, conversionFacts } from './facts.ts'
export { DELIVERY_CAUSES } from './verification/flow-causes.ts'
export { verifyStatistics } from './verification/recompute.repository.ts'

/** Decisions, tokens, leases, events, invalid traffic, and carrying events into the books (PRODUCT §5). */
export const deliveryModule: Module = {
  name: 'delivery',
  archive,
  routes: [planConversionsRoute, planInvalidRoute, planInvalidAppealableRoute, planInvalidAppealRoute],
  jobs: [restoreJob],
  verbs: [
    statisticsVerifyVerb,
    deliveryCountsVerb,
    explainDecisionVerb,
    explainPlacementVerb,
    showCreativeVerb,
    saveCreativePreviewVerb,
    trafficRulesShowVerb,
    trafficRuleProposeVerb,
    trafficRuleWithdrawVerb,
    trafficReplayVerb,
    ...appealVerbs,
  ],
  partner_verbs: [...publisherVerdictVerbs, listOwnConversionsVerb, listTakenBackVerb, testPostbackVerb],
  subscriptions: [conversionPaidSubscription],
  metrics: deliveryMetrics,
  plugin: (services, server) => {
    if (services.settings.roles.includes('delivery')) deliveryPlugin(asRole(services, 'delivery'), server)
  },
  lane: (services) =>
    services.settings.roles.includes('delivery') ? deliveryLane(asRole(services, 'delivery')) : [],
  start,
}

async function start(services: Services): Promise<() => Promise<void>> {
  const { roles } = services.settings
  if (roles.includes('worker')) await requireReadableRules(asRole(services, 'worker'))
  const stopNode = roles.includes('delivery') ? await services.delivery.start() : null
  const worker = roles.includes('worker') ? new DeliveryWorker(asRole(services, 'worker')) : null
  worker?.start()
  return async () => {
    await stopNode?.()
    await worker?.stop()
  }
}
