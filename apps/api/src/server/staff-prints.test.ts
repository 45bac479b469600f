import { afterAll, describe, expect, test } from 'vitest'
import { Refusal } from '../lib/refusal.ts'
import type { StaffVerb } from '../modules/module.ts'
import { runVerb, verbsOf } from '../modules/operators/index.ts'
import { validInputs } from '../testing/contract-surface.ts'
import { fillQueues } from '../testing/office/fill-queues.ts'
import { requestShape } from '../testing/request-shape.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../testing/worlds/build-staff.ts'
import { busyCustomer } from '../testing/worlds/busy-customer.ts'
import { newPartner, runPartnerAct } from '../testing/worlds/partner-world.ts'
import { MODULES } from './modules.ts'

/** Verbs that list or show, including those named otherwise. */
const LOOKS = /^(list|show)-/
const MORE_LOOKS = new Set([
  'audit-verify',
  'clock-show',
  'coupon-offer-list',
  'customer-show',
  'delivery-counts',
  'escrow-show',
  'explain-decision',
  'explain-placement',
  'host-list',
  'judge-money-owed',
  'ledger-verify',
  'platform-money',
  'policy-show',
  'publisher-statement',
  'reconcile',
  'statistics-verify',
  'traffic-rules-show',
])
/** Lists that stay empty in this test's data. */
const EMPTY = new Set([
  'list-announcements',
  'list-differences',
  'list-email-requests',
  'list-brought-statements',
  'list-fetched-statements',
  'list-bank-faults',
  'list-partner-people',
  'list-own-factors',
])
const VERBS = verbsOf(MODULES).filter(({ name }) => LOOKS.test(name) || MORE_LOOKS.has(name))

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
const built = await buildStaff(program.services)
const auditor = await joinStaff(program.services, built, { username: 'auditor', roles: ['auditor'] })
const staff = [auditor, built.maker, built.checker, ...built.admins]
const { creative_id, payout_file_id, proposal_id } = await fillQueues(program, market, customer)
const { publisher_id: party_id } = market
const owner = await newPartner(program, { side: 'publisher', party_id, role: 'owner' })
await runPartnerAct(program, owner, 'change-account', { account_number: 'GB33BUKB20201555555555' })
const [question] = await market.office.list('list-texts')
const known = new Map([
  ...customer.known,
  ['customer', [customer.username]],
  ['advertiser_id', [market.advertiser_id]],
  ['creative_id', [creative_id]],
  ['publisher_id', [market.publisher_id]],
  ['placement', [market.placement_key]],
  ['payout_file_id', [payout_file_id]],
  ['proposal_id', [proposal_id]],
  ['guest', ['guest-1']],
  ['kind', ['question']],
  ['name', [String(question?.name)]],
  ['month', [program.services.clock.now().toISOString().slice(0, 7)]],
])

/** What a verb prints to the first role that may use it; refusals are skipped. */
async function printed(verb: StaffVerb): Promise<unknown> {
  const person = staff.find(({ roles }) => roles.some((role) => verb.roles.includes(role)))
  if (!person) throw new Error(`nobody may ${verb.name}`)
  const least = Object.entries(requestShape({ request: verb.request }).properties ?? {}).length === 0
  const inputs = least ? [{}] : validInputs({ request: verb.request }, known)
  const { required = [] } = requestShape({ request: verb.request })
  for (const input of inputs) {
    const asked = Object.fromEntries(
      Object.entries(Object(input)).filter(([name]) => required.includes(name)),
    )
    try {
      return await runVerb(program.services, verb, person, asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return null
}

/** Paths of values that people can't read: money in micro-units and bytes. */
function unreadable(value: unknown, path: string): string[] {
  if (value instanceof Uint8Array || value instanceof Map || value instanceof Set) return [`${path}: bytes`]
  if (Array.isArray(value)) return value.flatMap((one, index) => unreadable(one, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name.endsWith('_micros') ? [`${path}.${name}`] : []),
    ...unreadable(member, `${path}.${name}`),
  ])
}

describe.each(VERBS)('$name', (verb) => {
  test('prints money in major units, and bytes as text', async () => {
    const answer = await printed(verb)
    expect(unreadable(answer, verb.name)).toEqual([])
    // An empty list would prove nothing.
    const { items } = Object(answer)
    if (!EMPTY.has(verb.name) && Array.isArray(items)) expect(items).not.toEqual([])
    expect(answer).not.toBeNull()
  })
})
