import {
  PARTNER_ROLES,
  PARTNER_SIDES,
  type PartnerRole,
  type PartnerSide,
} from '@adtally/contract/partner/statement/partner-call.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { OPEN_PARTNER_CALLS } from '@adtally/contract/partner/statement/session.ts'
import { CODES, type Reason } from '@adtally/contract/reasons.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Partner, PartnerVerb } from '../../modules/partner-verb.ts'
import { signPartnerOut } from '../../modules/partners/index.ts'
import { isAnswer, validInputs } from '../../testing/contract-surface.ts'
import type { Asked, DoorAnswer } from '../../testing/office/ask-door.ts'
import { askOffice, signInOver } from '../../testing/office/office-client.ts'
import { askPartners, isFor } from '../../testing/partners/partner-client.ts'
import { databaseDigest } from '../../testing/servers/database-digest.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { newPartner } from '../../testing/worlds/partner-world.ts'
import { methodOf } from '../door/door-route.ts'
import { partnerVerbsOf } from './serve-partners.ts'

const DOOR: readonly Reason[] = ['not_signed_in', 'token_expired', 'staff_role_missing', 'origin_foreign']

const program = await testProgram()
afterAll(() => program.close())
const SERVED = partnerVerbsOf(program.modules)
await buildStaff(program.services)
const customer = await buildCustomer(program.services)
const office_token = await signInOver(program, 'maker')

/** One of each side and role, of one party a side. */
const people = new Map<string, Partner>()
for (const side of PARTNER_SIDES) {
  const owner = await newPartner(program, { side, role: 'owner' })
  for (const role of PARTNER_ROLES)
    people.set(
      `${side} ${role}`,
      role === 'owner' ? owner : await newPartner(program, { side, party_id: owner.party_id, role }),
    )
}
const personOf = (side: PartnerSide, role: PartnerRole) => {
  const person = people.get(`${side} ${role}`)
  if (!person) throw new Error('there is one of each side and role')
  return person
}
const tokenFor = ({ sides: [side = 'advertiser'], roles: [role = 'owner'] }: PartnerVerb) =>
  personOf(side, role).session_token
const gone = await newPartner(program, { side: 'advertiser', role: 'owner' })
await signPartnerOut(program.services, gone.session_token)
const stale = await newPartner(program, { side: 'publisher', role: 'owner' })
await program.db.asOwner(
  "update partners.sessions set opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '5 minutes' where person_id = $1",
  [stale.person_id],
)

const inputOf = (verb: PartnerVerb) => validInputs(verb, new Map())[0] ?? {}
type Sent = Pick<Asked, 'token' | 'fields'>
type Door = (verb: PartnerVerb, sent: Sent) => Promise<DoorAnswer>
const send: Door = (verb, sent) =>
  askPartners(program, verb.name, inputOf(verb), { method: methodOf(verb), ...sent })

const FOREIGN: readonly (readonly [string, Record<string, string | null>, ('GET' | 'POST')?])[] = [
  ['without the page’s header', { 'x-partner-call': null }],
  ['with the office’s header', { 'x-partner-call': null, 'x-office-call': '1' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['across sites', { 'sec-fetch-site': 'cross-site' }],
  ['of a neighbour', { 'sec-fetch-site': 'same-site' }],
  ['without an origin', { origin: null }, 'POST'],
]

/** What lets in somebody whom the statements don't, or keeps out who may. */
async function doorFaults(through: Door): Promise<string[]> {
  const faults: string[] = []
  const expectReason = async (verb: PartnerVerb, how: string, sent: Sent, reason: Reason) => {
    const { data, text } = await through(verb, sent)
    if (data.reason !== reason) faults.push(`${verb.name} ${how}: ${text.slice(0, 120)}`)
  }
  for (const verb of SERVED) {
    const token = tokenFor(verb)
    for (const [how, fields, method] of FOREIGN)
      if (!method || method === methodOf(verb))
        await expectReason(verb, how, { token, fields }, 'origin_foreign')
    await expectReason(verb, 'by nobody', {}, 'not_signed_in')
    const of_office = { cookie: `office=${office_token}` }
    await expectReason(verb, 'by the office’s cookie', { fields: of_office }, 'not_signed_in')
    await expectReason(verb, 'by a session of staff', { token: office_token }, 'token_expired')
    await expectReason(verb, 'by a customer', { token: customer.token }, 'token_expired')
    await expectReason(verb, 'by an ended session', { token: gone.session_token }, 'token_expired')
    for (const side of PARTNER_SIDES) {
      for (const role of PARTNER_ROLES) {
        if (isFor(verb, side, role)) continue
        const reason = verb.sides.includes(side) ? 'staff_role_missing' : 'call_unknown'
        await expectReason(verb, `by ${side} ${role}`, { token: personOf(side, role).session_token }, reason)
      }
    }
    if (verb.proof === 'fresh' && isFor(verb, 'publisher', 'owner'))
      await expectReason(verb, 'without a fresh proof', { token: stale.session_token }, 'proof_stale')
  }
  return faults
}

async function digest() {
  const { 'operators.sessions': _, 'partners.sessions': __, ...rest } = await databaseDigest(program.db)
  return rest
}

describe('every act of partners', () => {
  test('is stated, bound and served, each once', () => {
    expect(SERVED.map(({ name }) => name).toSorted()).toEqual(PARTNER_CALLS.map(({ name }) => name))
    expect(new Set(SERVED.map(({ name }) => name)).size).toBe(SERVED.length)
  })

  test('lets in its sides and roles alone, from partners’ own page; a refused call changes nothing [proof 1356]', {
    timeout: 60_000,
  }, async () => {
    const before = await digest()
    expect(await doorFaults(send)).toEqual([])
    expect(await digest()).toEqual(before)
  })

  test('control: a door that adds what is missing, and one that lets roles be, are found', async () => {
    const adding = await doorFaults((verb, { token }) => send(verb, token ? { token } : {}))
    const letting = await doorFaults((verb, sent) =>
      send(verb, sent.fields || !sent.token ? sent : { token: tokenFor(verb) }),
    )
    for (const { name } of SERVED) expect(adding.join('\n')).toContain(`${name} of another origin`)
    expect(letting.join('\n')).toContain('invite-person by publisher member')
    expect(letting.join('\n')).toContain('invite-person without a fresh proof')
  })

  test('answers as it states for who may, and refuses what it does not name [proof 1357]', async () => {
    const wrong: string[] = []
    for (const verb of SERVED) {
      const ask = { method: methodOf(verb), token: tokenFor(verb) }
      const answer = await send(verb, ask)
      const is_in = isAnswer(answer) && !DOOR.some((reason) => reason === answer.data.reason)
      if (!is_in || answer.status !== 200 || answer.code === CODES.server_error)
        wrong.push(`${verb.name}: ${answer.status} ${answer.text.slice(0, 200)}`)
      const surplus = await askPartners(program, verb.name, { surplus: 'x' }, ask)
      if (!['field_unknown', 'field_required'].includes(String(surplus.data.reason)))
        wrong.push(`${verb.name} with a surplus member: ${surplus.text.slice(0, 200)}`)
      if (ask.method === 'GET') continue
      const body = await askPartners(program, verb.name, '[]', ask)
      if (body.data.reason !== 'body_malformed') wrong.push(`${verb.name} with a list: ${body.text}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the two doors', () => {
  test('open nothing of each other, nor of customers [proof 1358]', async () => {
    const token = personOf('publisher', 'owner').session_token
    const at_office = await askOffice(program, 'list-staff', {}, { method: 'GET', token })
    expect(at_office.data.reason).toBe('token_expired')
    const by_cookie = { cookie: `partner=${token}` }
    const by_partner = await askOffice(program, 'session', {}, { method: 'GET', fields: by_cookie })
    expect(by_partner.data.reason).toBe('not_signed_in')
    for (const name of ['list-staff', 'approve', 'place-hold'])
      expect(await askPartners(program, name, {}, { token })).toMatchObject({ status: 404 })
  })

  test('a document names what one’s own side has, to whoever is signed in alone [proof 1359]', async () => {
    for (const side of PARTNER_SIDES) {
      const { session_token: token } = personOf(side, 'member')
      const document = await askPartners(program, 'openapi.json', {}, { method: 'GET', token })
      const { paths } = JSON.parse(document.text)
      expect(Object.keys(paths).toSorted()).toEqual(
        [...SERVED.filter(({ sides }) => sides.includes(side)), ...OPEN_PARTNER_CALLS]
          .map(({ name }) => `/${name}`)
          .toSorted(),
      )
    }
    const refused = await askPartners(program, 'openapi.json', {}, { method: 'GET' })
    expect(refused.data.reason).toBe('not_signed_in')
  })
})
