import { invitePerson } from '@adtally/contract/partner/people.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { approvedActs, type Staff } from '../../modules/module.ts'
import { runVerb, verbsOf, withDigests } from '../../modules/operators/index.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { newPartner, runPartnerVerb } from '../../testing/worlds/partner-world.ts'
import { MODULES } from '../modules.ts'

type Flags = Record<string, unknown>
const verbs = verbsOf(MODULES)
const SHOWING = approvedActs(MODULES).filter(({ shows }) => shows)
const reason = 'They asked for it'
const ELEVEN_MINUTES_MS = 660_000

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { maker, checker, admins, prove } = await buildStaff(t.services)
const [ada, abel] = admins

beforeAll(async () => {
  await joinStaff(t.services, { admins }, { username: 'dora', roles: ['support'] })
  await joinStaff(t.services, { admins }, { username: 'emil', roles: ['support'] })
  await run(ada, 'disable-staff', { username: 'emil', reason })
  await t.db.asOwner(`update operators.secrets set factor_sealed = 'x', factor_hash = sha256('x')
    where staff_id = (select staff_id from operators.staff where username = 'dora')`)
})

async function run(staff: Staff, name: string, flags: Flags) {
  const verb = verbs.find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  await prove(staff)
  return Object(
    await runVerb(t.services, verb, staff, await withDigests(t.services, verbs, staff, name, flags)),
  )
}

const party = { side: 'advertiser', party_id: market.advertiser_id } as const
const person = async () => (await newPartner(t, { ...party, role: 'member' })).person_id

interface Act {
  verb: string
  people: readonly [Staff, Staff]
  flags(): Promise<Flags> | Flags
  /** What of the two answers is shown once. */
  once: readonly string[]
}

const BY_ADMINS = { people: [ada, abel], once: ['first_code', 'second_code'] } as const
const BY_TWO = { people: [maker, checker], once: ['first_code', 'second_code'] } as const
const ACTS: Readonly<Record<string, Act>> = {
  'staff.add': {
    ...BY_ADMINS,
    verb: 'add-staff',
    flags: () => ({ username: 'fred', display_name: 'Fred', roles: 'support' }),
  },
  'staff.readmit': { ...BY_ADMINS, verb: 'readmit-staff', flags: () => ({ username: 'emil' }) },
  'staff.reset_factor': { ...BY_ADMINS, verb: 'reset-staff-factor', flags: () => ({ username: 'dora' }) },
  'login_password.reset': {
    ...BY_TWO,
    verb: 'reset-login-password',
    flags: async () => ({ customer: (await buildCustomer(t.services)).username }),
    once: ['first_code', 'link'],
  },
  'partner.invite': {
    ...BY_TWO,
    verb: 'invite-partner',
    flags: () => ({ ...party, email: 'new@orchard.example', role: 'owner' }),
  },
  'partner.readmit': {
    ...BY_TWO,
    verb: 'readmit-partner',
    flags: async () => {
      const partner_person_id = await person()
      await run(maker, 'shut-out-partner', { partner_person_id, reason })
      return { partner_person_id }
    },
  },
  'partner.reset_factor': {
    ...BY_TWO,
    verb: 'reset-partner-factor',
    flags: async () => ({ partner_person_id: await person() }),
  },
  'advertiser.create': {
    ...BY_TWO,
    verb: 'create-advertiser',
    flags: () => ({
      ...{ name: 'Pear', legal_name: 'Pear Ltd', account_name: 'Pear Ltd', evidence_hash: 'ab'.repeat(32) },
    }),
    once: ['postback_secret'],
  },
  'exchange_key.give': {
    ...BY_TWO,
    verb: 'give-exchange-key',
    flags: () => ({ publisher_id: market.publisher_id }),
    once: ['exchange_key'],
  },
}

test('each act that shows something once is tried here', () => {
  expect(Object.keys(ACTS).toSorted()).toEqual(SHOWING.map(({ action }) => action).toSorted())
})

describe.each(Object.entries(ACTS))('%s', (action, act) => {
  test('whoever got no answer asks again and is shown the same, for ten minutes and nobody else [proof 1447]', async () => {
    const [first, second] = act.people
    const flags = { ...(await act.flags()), reason, request_id: newId() }
    const proposed = await run(first, act.verb, flags)
    expect(await run(first, act.verb, flags)).toEqual(proposed)
    const { proposal_id } = proposed
    const approve = (by: Staff) => run(by, 'approve', { proposal_id })
    const { outcome, ...approved } = await approve(second)
    const rows = () => t.db.asOwner('select count(*) from audit.entries where action = $1', [action])
    const before = await rows()
    expect((await approve(second)).outcome).toEqual(outcome)
    expect(await rows()).toEqual(before)
    expect(approved.action).toBe(action)
    const shown = { ...proposed, ...outcome }
    for (const name of act.once) expect(String(shown[name]).length, name).toBeGreaterThan(15)
    // Of neither half follows the other.
    if (act.once.length === 2) expect(shown[String(act.once[0])]).not.toBe(shown[String(act.once[1])])
    expect(await reasonOf(approve(first))).toMatch(/proposal_decided|four_eyes|staff_role_missing/)
    await t.advance(ELEVEN_MINUTES_MS)
    expect(await reasonOf(approve(second))).toBe('proposal_decided')
  })
})

test('an owner who got no answer is shown the same halves again, of the same invitation alone [proof 1449]', async () => {
  const owner = { ...(await newPartner(t, { ...party, role: 'owner' })), is_fresh: true }
  const request_id = newId()
  const invite = (email: string) =>
    runPartnerVerb(t.services, owner, invitePerson.name, { email, role: 'member', request_id })
  const invited = Object(await invite('ida@orchard.example'))
  expect(await invite('ida@orchard.example')).toEqual(invited)
  expect(invited.first_code).not.toBe(invited.second_code)
  expect(await reasonOf(invite('eva@orchard.example'))).toBe('request_done')
})
