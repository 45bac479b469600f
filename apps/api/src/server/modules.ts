import { acceptorsModule } from '../modules/acceptors/index.ts'
import { archiveModule } from '../modules/archive/index.ts'
import { auditModule } from '../modules/audit/index.ts'
import { closingModule } from '../modules/closing/index.ts'
import { contentModule } from '../modules/content/index.ts'
import { contractsModule } from '../modules/contracts/index.ts'
import { couponsModule } from '../modules/coupons/index.ts'
import { deliveryModule } from '../modules/delivery/index.ts'
import { filesModule } from '../modules/files/index.ts'
import { followsModule } from '../modules/follows/index.ts'
import { identityModule } from '../modules/identity/index.ts'
import { ledgerModule } from '../modules/ledger/index.ts'
import { mailModule } from '../modules/mail/index.ts'
import { marketplaceModule } from '../modules/marketplace/index.ts'
import type { Module } from '../modules/module.ts'
import { noticesModule } from '../modules/notices/index.ts'
import { operatorsModule } from '../modules/operators/index.ts'
import { partnersModule } from '../modules/partners/index.ts'
import { payoutsModule } from '../modules/payouts/index.ts'
import { plansModule } from '../modules/plans/index.ts'
import { policiesModule } from '../modules/policies/index.ts'
import { reconciliationModule } from '../modules/reconciliation/index.ts'
import { sandboxModule } from '../modules/sandbox/index.ts'
import { serviceModule } from '../modules/service/index.ts'
import { standingModule } from '../modules/standing/index.ts'
import { startupModule } from '../modules/startup/index.ts'
import { statementsModule } from '../modules/statements/index.ts'
import { statisticsModule } from '../modules/statistics/index.ts'
import { vipModule } from '../modules/vip/index.ts'
import { walletModule } from '../modules/wallet/index.ts'
import { webPushModule } from '../modules/webpush/index.ts'

const WITH_ROWS: readonly Module[] = [
  ledgerModule,
  auditModule,
  operatorsModule,
  policiesModule,
  mailModule,
  identityModule,
  filesModule,
  walletModule,
  statementsModule,
  marketplaceModule,
  partnersModule,
  startupModule,
  plansModule,
  payoutsModule,
  statisticsModule,
  deliveryModule,
  noticesModule,
  reconciliationModule,
  contentModule,
  serviceModule,
  webPushModule,
  followsModule,
  couponsModule,
  vipModule,
  standingModule,
  acceptorsModule,
  contractsModule,
]

const WITH_SANDBOX: readonly Module[] = [...WITH_ROWS, sandboxModule(WITH_ROWS)]

/** Every module of the program, in ARCHITECTURE's order: a module uses only those before it. */
export const MODULES: readonly Module[] = [...WITH_SANDBOX, archiveModule(WITH_SANDBOX), closingModule]
