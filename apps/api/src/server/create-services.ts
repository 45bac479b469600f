import { createAcceptors, EXCHANGE_CAUSES, exchangeFigures } from '../modules/acceptors/index.ts'
import { openTexts } from '../modules/content/index.ts'
import { contractKind, createContracts } from '../modules/contracts/index.ts'
import { COUPON_CAUSE, COUPON_ORIGIN, couponFigures } from '../modules/coupons/index.ts'
import { createDelivery, DELIVERY_CAUSES, DELIVERY_GATE } from '../modules/delivery/index.ts'
import { localStore } from '../modules/files/index.ts'
import { createFollows, FOLLOWED_PLAN_CAUSE, followFigures, profitSharing } from '../modules/follows/index.ts'
import { createIdentity } from '../modules/identity/index.ts'
import { createLedgerWriter } from '../modules/ledger/index.ts'
import { createNotices } from '../modules/notices/index.ts'
import { ProvedPasswords } from '../modules/operators/index.ts'
import { createPlans, PLAN_CAUSE } from '../modules/plans/index.ts'
import { openPolicies } from '../modules/policies/index.ts'
import { createService } from '../modules/service/index.ts'
import type { BaseServices, Services } from '../modules/services.ts'
import { createStanding, vipFigures } from '../modules/standing/index.ts'
import { STARTUP_CAUSE } from '../modules/startup/index.ts'
import { createStatistics, DELIVERED } from '../modules/statistics/index.ts'
import { VIP_CAUSE, vipRebates } from '../modules/vip/index.ts'
import { openBank, WALLET_CAUSES } from '../modules/wallet/index.ts'
import { carryDevice, createWebPush } from '../modules/webpush/index.ts'
import { createCauses } from './create-causes.ts'

/**
 * The composition root: makes every module's services and connects each to what it needs of another (ARCHITECTURE,
 * "Services"). Resolves once all are ready. Throws `StartError` if the settings name something that can't be read.
 */
export async function createServices(base: BaseServices): Promise<Services> {
  const { database, databases, clock, settings, log, checks_replies } = base
  const ledger = createLedgerWriter(database)
  const policies = await openPolicies({ database, log })
  const identity = await createIdentity({
    ...{ database, databases, clock, log, policies },
    carryToSession: carryDevice({ settings, log }),
  })
  const causes = createCauses({
    wallet: WALLET_CAUSES,
    startup: [STARTUP_CAUSE],
    plans: [PLAN_CAUSE],
    delivery: DELIVERY_CAUSES,
    follows: [FOLLOWED_PLAN_CAUSE],
    coupons: [COUPON_CAUSE],
    vip: [VIP_CAUSE],
    acceptors: EXCHANGE_CAUSES,
  })
  const plans = createPlans({
    gate: DELIVERY_GATE,
    sharing: profitSharing({ policies }),
    rebates: vipRebates,
    coupon_origin: COUPON_ORIGIN,
    delivered: DELIVERED,
  })
  const contracts = createContracts(settings)
  const content = await openTexts({
    ...{ database, log },
    figure_sources: {
      follows: followFigures,
      coupons: couponFigures,
      standing: vipFigures,
      acceptors: exchangeFigures,
    },
    contract_kind: contractKind(contracts.templates),
  })
  return {
    ...{ database, databases, clock, settings, log, checks_replies },
    ...{ ledger, policies, identity, causes, plans, content, contracts },
    sessions: identity.keeper,
    staff_passwords: new ProvedPasswords(() => settings.secret('staff-password')),
    partner_passwords: new ProvedPasswords(() => settings.secret('partner-password')),
    files: localStore(settings.data_dir),
    bank: openBank({ settings }),
    statistics: createStatistics({ database: databases.api, clock, policies }),
    delivery: createDelivery({ database: databases.delivery, clock, settings, log, policies }),
    notices: createNotices({ settings }),
    service: createService(),
    webpush: createWebPush({ settings }),
    follows: createFollows(),
    standing: createStanding({ policies, clock }),
    acceptors: createAcceptors(),
  }
}
