import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { partnerCall } from '@adtally/contract/partner/statement/partner-call.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Module } from '../../modules/module.ts'
import { runVerb, verbsOf } from '../../modules/operators/index.ts'
import { type Partner, partnerVerb } from '../../modules/partner-verb.ts'
import { tokenSet } from '../../testing/office/office-client.ts'
import { askPartners } from '../../testing/partners/partner-client.ts'
import { plant } from '../../testing/plant.ts'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import {
  inviteByStaff,
  makeParty,
  newAddress,
  newPartner,
  PARTNER_PASSWORD,
} from '../../testing/worlds/partner-world.ts'
import { createServer } from '../create-server.ts'
import { createLog } from '../log.ts'
import { MODULES } from '../modules.ts'

/** Asks for a fresh proof, as acts of money do, and is publishers' alone. */
const sealDeed = partnerCall({
  name: 'seal-deed',
  kind: 'act',
  area: 'supply',
  sides: ['publisher'],
  roles: ['owner', 'finance'],
  proof: 'fresh',
  summary: 'Seal a deed',
  request: z.strictObject({}),
  response: z.object({ sealed: z.boolean() }),
  refusals: [],
})
const deeds: Module = {
  name: 'deeds',
  partner_verbs: [partnerVerb(sealDeed, async () => ({ sealed: true }))],
}
const program = await testProgram({ modules: [...MODULES, deeds] })
afterAll(() => program.close())
const staff = await buildStaff(program.services)

type Serving = Pick<TestProgram, 'server' | 'services'>

/** Another process on the same database, with these settings. */
async function served(wishes: Record<string, string>, log = program.services.log): Promise<Serving> {
  const services = { ...program.services, settings: testSettings(wishes), log }
  return { services, server: await createServer(services, program.modules) }
}

const login = (email: string, from: Serving = program, address?: string) =>
  askPartners(from, 'login', { email, password: PARTNER_PASSWORD }, { ...(address && { address }) })
const look = (token: string | undefined, from: Serving = program) =>
  askPartners(from, 'session', {}, { method: 'GET', token })
const seal = (token: string) => askPartners(program, 'seal-deed', {}, { token })
const owner = () => newPartner(program, { side: 'publisher', role: 'owner' })
const age = ({ person_id }: Partner) =>
  program.db.asOwner(
    `update partners.sessions set opened_at = opened_at - interval '5 minutes',
       proved_at = proved_at - interval '5 minutes' where person_id = $1`,
    [person_id],
  )

describe('the cookie of a partner’s session', () => {
  test('is out of scripts’ and other sites’ reach, at partners’ path, and none of customers’ [proof 1360]', async () => {
    const { email } = await owner()
    const answer = await login(email)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^partner=[\w-]{43}; Path=\/partner; HttpOnly; SameSite=Strict$/,
    )
    const token = tokenSet(answer)
    expect(answer.text).not.toContain(token)
    const [kept] = await program.db.asOwner<{ found: boolean }>(
      "select exists (select from partners.sessions where position(convert_to($1, 'UTF8') in token_hash) > 0) as found",
      [token],
    )
    expect(kept?.found).toBe(false)
    const headers = { cookie: `partner=${token}`, 'x-ct': token }
    expect(await program.call(userInfoCall, {}, { headers })).toMatchObject({
      data: { reason: 'not_signed_in' },
    })
    const twice = { cookie: `partner=${token}; partner=${token}` }
    expect((await askPartners(program, 'session', {}, { method: 'GET', fields: twice })).data.reason).toBe(
      'not_signed_in',
    )
    const out = await askPartners(program, 'logout', {}, { token })
    expect(String(out.headers['set-cookie'])).toMatch(/^partner=; Path=\/partner; Max-Age=0;/)
    expect((await look(token)).data.reason).toBe('token_expired')
  })

  test('over https goes by a name that says so', async () => {
    const at_https = await served({ PARTNER_ORIGIN: 'https://partners.example', PARTNER_PATH: '/business' })
    const answer = await login((await owner()).email, at_https)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Secure-partner=[\w-]{43}; Path=\/business; HttpOnly; SameSite=Strict; Secure$/,
    )
    await at_https.server.close()
  })
})

describe('a partner’s session over HTTP', () => {
  test('says who, of which party, where and until when; somebody new gets there by their code', async () => {
    const party_id = await makeParty(program.services, 'publisher')
    const email = newAddress()
    const codes = await inviteByStaff(program.services, { side: 'publisher', party_id, email, role: 'owner' })
    const activation = { email, ...codes, new_password: PARTNER_PASSWORD }
    expect((await askPartners(program, 'activate', { ...activation, first_code: 'x' })).data.reason).toBe(
      'staff_credentials_wrong',
    )
    expect((await askPartners(program, 'activate', activation)).data).toEqual({
      ...{ email, second_factor: null, recovery_codes: [] },
    })
    const token = tokenSet(await login(email.toUpperCase(), program, '2001:db8::7'))
    const { data } = await look(token)
    expect(data).toMatchObject({ email, party_id, side: 'publisher', role: 'owner' })
    expect(data.network).toBe('2001:db8:0:0::/64')
    expect(data.party_name).toMatch(/^Publisher /)
    expect(Date.parse(String(data.proof_ends_at)) - Date.now()).toBeLessThan(300_001)
  })

  test('is none for a page that still shows somebody else, whose act it would not be', async () => {
    const [one, other] = [await owner(), await owner()]
    const sealAs = async ({ session_token: token }: Partner, shown: Partner) =>
      (
        await askPartners(
          program,
          'seal-deed',
          {},
          { token, fields: { 'x-partner-person': shown.person_id } },
        )
      ).data
    expect(await sealAs(one, one)).toEqual({ sealed: true })
    expect(await sealAs(other, one)).toMatchObject({ reason: 'token_expired' })
  })

  test('is one’s own to list and to end, one or all others, and nobody else’s [proof 1361]', async () => {
    const [mine, theirs] = [await owner(), await owner()]
    const [token = '', second = ''] = [tokenSet(await login(mine.email)), tokenSet(await login(mine.email))]
    const listed = Object(await askPartners(program, 'list-sessions', {}, { method: 'GET', token })).data
      .items
    expect(listed.filter(({ is_this }: { is_this: boolean }) => is_this)).toHaveLength(1)
    expect(listed).toHaveLength(3)
    const end = (name: string, input: object) => askPartners(program, name, input, { token })
    const { session_id: of_other } = (await look(theirs.session_token)).data
    expect((await end('end-session', { session_id: of_other })).data.reason).toBe('record_not_found')
    const { session_id } = (await look(second)).data
    expect((await end('end-session', { session_id })).data).toEqual({ ended: 1 })
    expect((await look(second)).data.reason).toBe('token_expired')
    expect((await end('end-all-sessions', {})).data).toEqual({ ended: 1 })
    expect((await look(mine.session_token)).data.reason).toBe('token_expired')
    expect([(await look(token)).code, (await look(theirs.session_token)).code]).toEqual([200, 200])
  })

  test.each<[string, (of: Partner, by: Partner) => Promise<unknown>]>([
    [
      'removed',
      ({ person_id }, by) =>
        askPartners(program, 'remove-person', { person_id }, { token: by.session_token }),
    ],
    [
      'given another role',
      ({ person_id }, { session_token: token }) =>
        askPartners(program, 'change-person-role', { person_id, role: 'member' }, { token }),
    ],
    [
      'shut out by the staff',
      async ({ person_id }) => {
        const verb = verbsOf(program.modules).find(({ name }) => name === 'shut-out-partner')
        if (!verb) throw new Error('there is no verb shut-out-partner')
        await staff.prove(staff.checker)
        return await runVerb(program.services, verb, staff.checker, {
          partner_person_id: person_id,
          reason: 'A test',
        })
      },
    ],
  ])('is over at once for who is %s, in each of their browsers [proof 1362]', async (_how, end) => {
    const by = await owner()
    const of = await newPartner(program, { side: 'publisher', party_id: by.party_id, role: 'finance' })
    const tokens = [of.session_token, tokenSet(await login(of.email))]
    for (const token of tokens) expect((await seal(token)).code).toBe(200)
    await end(of, by)
    for (const token of tokens) {
      expect((await seal(token)).data.reason).toBe('token_expired')
      expect((await look(token)).data.reason).toBe('token_expired')
    }
  })
})

describe('a stolen cookie', () => {
  test('does after five minutes nothing that asks for a fresh proof, and is locked by guesses [proof 1363]', async () => {
    const partner = await owner()
    const { session_token: token } = partner
    expect((await seal(token)).data).toEqual({ sealed: true })
    await age(partner)
    const thief = { token, address: '203.0.113.66' }
    expect((await askPartners(program, 'seal-deed', {}, thief)).data.reason).toBe('proof_stale')
    const told = []
    for (let tries = 0; tries < 5; tries += 1)
      told.push((await askPartners(program, 'proof', { password: 'a guess' }, thief)).data.reason)
    expect(told).toEqual([...Array(4).fill('staff_credentials_wrong'), 'staff_locked'])
    expect((await askPartners(program, 'seal-deed', {}, thief)).data.reason).toBe('proof_stale')
    // Elsewhere, where nobody guessed, its owner proves themselves.
    const proved = await askPartners(program, 'proof', { password: PARTNER_PASSWORD }, { token })
    expect(proved.data.email).toBe(partner.email)
    expect((await seal(token)).data).toEqual({ sealed: true })
  })

  test('control: where a proof lasts for days, none is asked for', async () => {
    const partner = await owner()
    await age(partner)
    const undoing = await plant(program.db.asOwner, [
      { routine: 'partners.resume_session', from: "interval '5 minutes'", to: "interval '120 hours'" },
    ])
    const planted = await seal(partner.session_token)
    for (const statement of undoing) await program.db.asOwner(statement)
    expect(planted.data).toEqual({ sealed: true })
    expect((await seal(partner.session_token)).data.reason).toBe('proof_stale')
  })
})

test('an act of the other side is as an address that does not exist [proof 1364]', async () => {
  const advertiser = await newPartner(program, { side: 'advertiser', role: 'owner' })
  const { session_token: token } = advertiser
  const [other, none] = [await seal(token), await askPartners(program, 'no-deed', {}, { token })]
  expect([other.status, other.text]).toEqual([none.status, none.text])
  expect(other.status).toBe(404)
})

describe('a process', () => {
  test('without the role api serves nothing of it, with it alone nothing of the office [proof 1365]', async () => {
    const office = await served({ ROLES: 'office,delivery,worker' })
    expect((await look(undefined, office)).status).toBe(404)
    await office.server.close()
    const api = await served({ ROLES: 'api' })
    expect((await look((await owner()).session_token, api)).code).toBe(200)
    expect((await api.server.inject('/operator/session')).statusCode).toBe(404)
    await api.server.close()
  })

  test('counts tries by network and calls by person, and tells neither password nor token in its log', async () => {
    const lines: string[] = []
    const log = createLog({ log_level: 'info' }, { write: (line) => void lines.push(line) })
    const limited = await served({ RATE_LIMIT_PER_MINUTE: '40', ACCESS_LOG: 'on' }, log)
    const { email, session_token: token, person_id } = await owner()
    const tried = []
    for (let tries = 0; tries < 4; tries += 1)
      tried.push((await login(newAddress(), limited, '203.0.113.5')).status)
    expect(tried).toEqual([200, 200, 429, 429])
    const asked = []
    for (let calls = 0; calls < 42; calls += 1) asked.push((await look(token, limited)).status)
    expect(asked.filter((status) => status === 200)).toHaveLength(40)
    await limited.server.close()
    const told = lines.map((line): Record<string, unknown> => JSON.parse(line))
    expect(told.find(({ call, status }) => call === 'partner/session' && status === 200)).toMatchObject({
      partner_person_id: person_id,
    })
    for (const secret of [token, PARTNER_PASSWORD, email]) expect(lines.join('')).not.toContain(secret)
  })
})
