import { asRole } from '../as-role.ts'
import type { Module } from '../module.ts'
import { setDeliveryGate } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { archive } from './archive.ts'
import { isIngestPassed, isInvalidPassDone, settleablePlans } from './budget/gate.repository.ts'
import { deliveryPlugin } from './delivery.plugin.ts'
import { deliveryLane } from './delivery-lane.ts'
import { DeliveryNode } from './delivery-node.ts'
import { conversionPaidSubscription } from './events/conversion-paid.ts'
import { DeliveryWorker } from './events/worker-loop.ts'
import { deliveryMetrics } from './metrics.ts'
import { deliveryCountsVerb } from './verification/delivery-counts.verb.ts'
import { DELIVERY_CAUSES } from './verification/flow-causes.ts'
import { planConversionsRoute } from './verification/plan-conversions.route.ts'
import { planInvalidRoute } from './verification/plan-invalid.route.ts'
import { statisticsVerifyVerb } from './verification/statistics-verify.verb.ts'

export { tokenKeysOut } from './decisions/token.ts'
export { type Postback, signPostback } from './events/postback-signature.ts'
export { keepHouse, settleBooks } from './events/worker-loop.ts'
export { verifyStatistics } from './verification/recompute.repository.ts'

declare module '../services.ts' {
  interface Services {
    delivery: DeliveryNode
  }
}

/** Decisions, tokens, leases, events, invalid traffic, and carrying events into the books (PRODUCT §5). */
export const deliveryModule: Module = {
  name: 'delivery',
  archive,
  routes: [planConversionsRoute, planInvalidRoute],
  verbs: [statisticsVerifyVerb, deliveryCountsVerb],
  subscriptions: [conversionPaidSubscription],
  create: async (services) => {
    services.delivery = new DeliveryNode(asRole(services, 'delivery'))
    services.causes.add(...DELIVERY_CAUSES)
    setDeliveryGate(services, {
      ingestPassed: (tx, plan_id) => isIngestPassed(tx, plan_id),
      invalidPassDone: (tx, plan_id) => isInvalidPassDone(tx, plan_id),
      settleable: settleablePlans,
    })
  },
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
  const stopNode = roles.includes('delivery') ? await services.delivery.start() : null
  const worker = roles.includes('worker') ? new DeliveryWorker(asRole(services, 'worker')) : null
  worker?.start()
  return async () => {
    await stopNode?.()
    await worker?.stop()
  }
}
