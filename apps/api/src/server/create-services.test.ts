import { afterAll, expect, test } from 'vitest'
import { asRole } from '../modules/as-role.ts'
import type { OthersFigures, openTexts } from '../modules/content/index.ts'
import type { createDelivery } from '../modules/delivery/index.ts'
import type { profitSharing } from '../modules/follows/index.ts'
import type { createIdentity } from '../modules/identity/index.ts'
import type { createNotices } from '../modules/notices/index.ts'
import type { createPlans, PlansNeeds } from '../modules/plans/index.ts'
import type { openPolicies } from '../modules/policies/index.ts'
import type { createStanding } from '../modules/standing/index.ts'
import type { createStatistics } from '../modules/statistics/index.ts'
import type { openBank } from '../modules/wallet/index.ts'
import type { carryDevice, createWebPush } from '../modules/webpush/index.ts'
import { testServices } from '../testing/servers/test-services.ts'
import type { createCauses } from './create-causes.ts'
import type { createServices } from './create-services.ts'

/** True where each of these needs has to be said, and there is one: what is made of them is not made without. */
type AllAsked<Needs> = [keyof Needs] extends [never]
  ? false
  : true extends { [Wire in keyof Needs]-?: Omit<Needs, Wire> extends Needs ? true : false }[keyof Needs]
    ? false
    : true

/** The same, where none may be said to be null or nothing either. */
type AllSaid<Needs> = null extends Needs[keyof Needs]
  ? false
  : undefined extends Needs[keyof Needs]
    ? false
    : AllAsked<Needs>
type Of<Make extends (...args: never) => unknown> = AllSaid<Parameters<Make>[0]>

/** `npm run types` refuses a line of which something can be forgotten. */
const ALL_ASKED: readonly true[] = [
  true satisfies Of<typeof createServices>,
  true satisfies Of<typeof createPlans>,
  // Its `settleable` may be null: then plans settle one by one.
  true satisfies AllAsked<PlansNeeds['gate']>,
  true satisfies AllSaid<PlansNeeds['sharing']>,
  true satisfies Of<typeof createCauses>,
  true satisfies Of<typeof openTexts>,
  true satisfies AllSaid<OthersFigures>,
  true satisfies Of<typeof createIdentity>,
  true satisfies Of<typeof createDelivery>,
  true satisfies Of<typeof createStatistics>,
  true satisfies Of<typeof createStanding>,
  true satisfies Of<typeof openPolicies>,
  true satisfies Of<typeof profitSharing>,
  true satisfies Of<typeof carryDevice>,
  true satisfies Of<typeof createWebPush>,
  true satisfies Of<typeof createNotices>,
  true satisfies Of<typeof openBank>,
]

/** Control: of needs like these each is found. */
const CONTROL: readonly false[] = [
  false satisfies AllAsked<{ clock: 1; log?: 2 }>,
  false satisfies AllSaid<{ clock: 1; log: 2 | null }>,
  false satisfies AllSaid<{ clock: 1; log: 2 | undefined }>,
  false satisfies AllAsked<object>,
]

const t = await testServices()
afterAll(() => t.close())

test('what a module asks of another is there when it is made: left out, or null, it does not compile [proof 700]', () => {
  expect([ALL_ASKED.length, CONTROL.length]).toEqual([17, 4])
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
