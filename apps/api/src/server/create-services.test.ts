import { afterAll, expect, test } from 'vitest'
import { asRole } from '../modules/as-role.ts'
import { type OthersFigures, openTexts, type TextNeeds } from '../modules/content/index.ts'
import { createDelivery } from '../modules/delivery/index.ts'
import { profitSharing } from '../modules/follows/index.ts'
import { createIdentity, type IdentityNeeds } from '../modules/identity/index.ts'
import { createPlans, type PlansNeeds } from '../modules/plans/index.ts'
import { openPolicies } from '../modules/policies/index.ts'
import type { BaseServices } from '../modules/services.ts'
import { createStanding } from '../modules/standing/index.ts'
import { createStatistics } from '../modules/statistics/index.ts'
import { openBank } from '../modules/wallet/index.ts'
import { carryDevice, createWebPush } from '../modules/webpush/index.ts'
import { testServices } from '../testing/servers/test-services.ts'
import { type CauseReaders, createCauses } from './create-causes.ts'
import { createServices } from './create-services.ts'

/**
 * For each wire of a module's needs, what is made without it, which must not compile: `npm run types` rejects an
 * unused directive below, and a wire without a case.
 */
type LeftOut<Needs> = { [Wire in keyof Needs]-?: (needs: Omit<Needs, Wire>) => unknown }

const BASE: LeftOut<BaseServices> = {
  // @ts-expect-error
  database: (needs) => createServices(needs),
  // @ts-expect-error
  databases: (needs) => createServices(needs),
  // @ts-expect-error
  clock: (needs) => createServices(needs),
  // @ts-expect-error
  settings: (needs) => createServices(needs),
  // @ts-expect-error
  log: (needs) => createServices(needs),
}

const PLANS: LeftOut<PlansNeeds> = {
  // @ts-expect-error
  gate: (needs) => createPlans(needs),
  // @ts-expect-error
  sharing: (needs) => createPlans(needs),
  // @ts-expect-error
  rebates: (needs) => createPlans(needs),
  // @ts-expect-error
  coupon_origin: (needs) => createPlans(needs),
  // @ts-expect-error
  delivered: (needs) => createPlans(needs),
}

const asGate = (gate: PlansNeeds['gate']) => gate
const GATE: LeftOut<PlansNeeds['gate']> = {
  // @ts-expect-error
  ingestPassed: (gate) => asGate(gate),
  // @ts-expect-error
  invalidPassDone: (gate) => asGate(gate),
  // @ts-expect-error
  settleable: (gate) => asGate(gate),
}

const asSharing = (sharing: PlansNeeds['sharing']) => sharing
const SHARING: LeftOut<PlansNeeds['sharing']> = {
  // @ts-expect-error
  marksOf: (sharing) => asSharing(sharing),
  // @ts-expect-error
  lock: (sharing) => asSharing(sharing),
  // @ts-expect-error
  termsOf: (sharing) => asSharing(sharing),
  // @ts-expect-error
  revised: (sharing) => asSharing(sharing),
  // @ts-expect-error
  record: (sharing) => asSharing(sharing),
  // @ts-expect-error
  recordCorrected: (sharing) => asSharing(sharing),
}

const CAUSES: LeftOut<CauseReaders> = {
  // @ts-expect-error
  wallet: (needs) => createCauses(needs),
  // @ts-expect-error
  startup: (needs) => createCauses(needs),
  // @ts-expect-error
  plans: (needs) => createCauses(needs),
  // @ts-expect-error
  delivery: (needs) => createCauses(needs),
  // @ts-expect-error
  follows: (needs) => createCauses(needs),
  // @ts-expect-error
  coupons: (needs) => createCauses(needs),
  // @ts-expect-error
  vip: (needs) => createCauses(needs),
  // @ts-expect-error
  acceptors: (needs) => createCauses(needs),
}

const TEXTS: LeftOut<TextNeeds> = {
  // @ts-expect-error
  database: (needs) => openTexts(needs),
  // @ts-expect-error
  log: (needs) => openTexts(needs),
  // @ts-expect-error
  figure_sources: (needs) => openTexts(needs),
  // @ts-expect-error
  contract_kind: (needs) => openTexts(needs),
}

const asFigures = (figures: OthersFigures) => figures
const FIGURES: LeftOut<OthersFigures> = {
  // @ts-expect-error
  follows: (figures) => asFigures(figures),
  // @ts-expect-error
  coupons: (figures) => asFigures(figures),
  // @ts-expect-error
  standing: (figures) => asFigures(figures),
  // @ts-expect-error
  acceptors: (figures) => asFigures(figures),
}

const IDENTITY: LeftOut<IdentityNeeds> = {
  // @ts-expect-error
  database: (needs) => createIdentity(needs),
  // @ts-expect-error
  databases: (needs) => createIdentity(needs),
  // @ts-expect-error
  clock: (needs) => createIdentity(needs),
  // @ts-expect-error
  log: (needs) => createIdentity(needs),
  // @ts-expect-error
  policies: (needs) => createIdentity(needs),
  // @ts-expect-error
  carryToSession: (needs) => createIdentity(needs),
}

const DELIVERY: LeftOut<Parameters<typeof createDelivery>[0]> = {
  // @ts-expect-error
  database: (needs) => createDelivery(needs),
  // @ts-expect-error
  clock: (needs) => createDelivery(needs),
  // @ts-expect-error
  settings: (needs) => createDelivery(needs),
  // @ts-expect-error
  log: (needs) => createDelivery(needs),
  // @ts-expect-error
  policies: (needs) => createDelivery(needs),
}

const STATISTICS: LeftOut<Parameters<typeof createStatistics>[0]> = {
  // @ts-expect-error
  database: (needs) => createStatistics(needs),
  // @ts-expect-error
  clock: (needs) => createStatistics(needs),
  // @ts-expect-error
  policies: (needs) => createStatistics(needs),
}

const STANDING: LeftOut<Parameters<typeof createStanding>[0]> = {
  // @ts-expect-error
  policies: (needs) => createStanding(needs),
  // @ts-expect-error
  clock: (needs) => createStanding(needs),
}

const POLICIES: LeftOut<Parameters<typeof openPolicies>[0]> = {
  // @ts-expect-error
  database: (needs) => openPolicies(needs),
  // @ts-expect-error
  log: (needs) => openPolicies(needs),
}

const FOLLOWING: LeftOut<Parameters<typeof profitSharing>[0]> = {
  // @ts-expect-error
  policies: (needs) => profitSharing(needs),
}

const DEVICES: LeftOut<Parameters<typeof carryDevice>[0]> = {
  // @ts-expect-error
  settings: (needs) => carryDevice(needs),
  // @ts-expect-error
  log: (needs) => carryDevice(needs),
}

const WEB_PUSH: LeftOut<Parameters<typeof createWebPush>[0]> = {
  // @ts-expect-error
  settings: (needs) => createWebPush(needs),
}

const BANK: LeftOut<Parameters<typeof openBank>[0]> = {
  // @ts-expect-error
  settings: (needs) => openBank(needs),
}

const LEFT_OUT = {
  ...{ BASE, PLANS, GATE, SHARING, CAUSES, TEXTS, FIGURES, IDENTITY, DELIVERY },
  ...{ STATISTICS, STANDING, POLICIES, FOLLOWING, DEVICES, WEB_PUSH, BANK },
}

/** True if no wire accepts null or undefined. */
type AllSaid<Needs> = null extends Needs[keyof Needs]
  ? false
  : undefined extends Needs[keyof Needs]
    ? false
    : true

const ALL_SAID: [
  AllSaid<BaseServices>,
  AllSaid<PlansNeeds>,
  AllSaid<CauseReaders>,
  AllSaid<TextNeeds>,
  AllSaid<OthersFigures>,
  AllSaid<IdentityNeeds>,
] = [true, true, true, true, true, true]

const t = await testServices()
afterAll(() => t.close())

test('what a module asks of another is there when it is made: left out, or null, it does not compile [proof 700]', () => {
  expect(ALL_SAID).not.toContain(false)
  for (const cases of Object.values(LEFT_OUT)) expect(Object.keys(cases)).not.toEqual([])
})

test('services are an ordinary object with everything of its own, for another role too, made once', () => {
  const worker = asRole(t.services, 'worker')
  expect(Object.keys(worker).toSorted()).toEqual(Object.keys(t.services).toSorted())
  expect(Object.getPrototypeOf(worker)).toBe(Object.prototype)
  expect(Object.values(worker)).not.toContain(undefined)
  expect(asRole(t.services, 'worker')).toBe(worker)
  expect(asRole(worker, 'worker')).toBe(worker)
  const { database, ledger, ...shared } = worker
  expect(database).toBe(t.services.databases.worker)
  expect(ledger).toBe(t.services.ledger.on(database))
  for (const [name, member] of Object.entries(shared)) expect(Object(t.services)[name]).toBe(member)
})
