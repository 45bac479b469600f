import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { OFFICE_PERSON_HEADER } from '@adtally/contract/operator/statement/session.ts'
import { staffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Office } from '../../demo/office.ts'
import { type Module, staffVerb } from '../../modules/module.ts'
import { initialiseStaff, runVerb, verbsOf } from '../../modules/operators/index.ts'
import { codeNow, secretOf } from '../../testing/authenticator-app.ts'
import { askOffice, signInOver, tokenSet } from '../../testing/office/office-client.ts'
import { plant } from '../../testing/plant.ts'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../../testing/worlds/build-staff.ts'
import { createLog } from '../log.ts'
import { MODULES } from '../modules.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'

/** Asks for a fresh proof, as acts of money do. */
const sealDeed = staffCall({
  name: 'seal-deed',
  kind: 'act',
  area: 'staff',
  roles: ['support'],
  proof: 'fresh',
  summary: 'Seal a deed',
  request: z.strictObject({}),
  response: z.object({ sealed: z.boolean() }),
  refusals: [],
})
const deeds: Module = { name: 'deeds', verbs: [staffVerb(sealDeed, async () => ({ sealed: true }))] }

const modules = [...MODULES, deeds]
const program = await testProgram({ modules })
afterAll(() => program.close())
const staff = await buildStaff(program.services)
let joined = 0

/** Somebody of support who has just signed in on the office's page. */
async function guest() {
  joined += 1
  const username = `guest${joined}`
  const { staff_id } = await joinStaff(program.services, staff, { username, roles: ['support'] })
  return { username, staff_id, token: await signInOver(program, username) }
}
const look = (token: string | undefined, from: Pick<TestProgram, 'server' | 'services'> = program) =>
  askOffice(from, 'session', {}, { method: 'GET', token })
const byVerb = (name: string, flags: Record<string, string>, person = staff.admins[0]) => {
  const verb = verbsOf(modules).find((one) => one.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  return runVerb(program.services, verb, person, flags)
}

describe('the cookie of a session', () => {
  test('is out of scripts’ and other sites’ reach, lies at the office’s path, and lasts as long as the browser [proof 1204]', async () => {
    const { username } = await guest()
    const answer = await askOffice(program, 'login', { username, password: STAFF_PASSWORD })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^office=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict,office-browser=[\w-]{43}; Path=\/operator; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.text).not.toContain(tokenSet(answer))
    const at_https = await testProgram({
      settings: testSettings({ CONSOLE_ORIGIN: 'https://office.example' }),
    })
    await buildStaff(at_https.services)
    const secure = await askOffice(at_https, 'login', { username: 'maker', password: STAFF_PASSWORD })
    expect(String(secure.headers['set-cookie'])).toMatch(
      /^__Secure-office=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict; Secure,__Secure-office-browser=[\w-]{43}; Path=\/operator; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    )
    await at_https.close()
  })

  test('opens nothing of customers, nor a customer’s token anything here; two of the name are none [proof 1205]', async () => {
    const { token } = await guest()
    const customer = await buildCustomer(program.services)
    const headers = { cookie: `office=${token}`, 'x-ct': token }
    expect(await program.call(userInfoCall, {}, { headers })).toMatchObject({
      data: { reason: 'not_signed_in' },
    })
    expect((await look(customer.token)).data.reason).toBe('token_expired')
    const twice = { cookie: `office=${token}; office=${token}` }
    expect((await askOffice(program, 'session', {}, { method: 'GET', fields: twice })).data.reason).toBe(
      'not_signed_in',
    )
    const among = { cookie: `theme=dark; office=${token}; xoffice=1` }
    expect((await askOffice(program, 'session', {}, { method: 'GET', fields: among })).code).toBe(200)
    for (const forged of ['x', `${token}x`, token.slice(1), `${token.slice(0, -1)}%00`])
      expect((await look(forged)).data.reason).toBe('not_signed_in')
  })
})

describe('a session over HTTP', () => {
  test('says who, where and until when, and looking does not extend it', async () => {
    const { username, staff_id, token } = await guest()
    const fields = { 'user-agent': CHROME }
    const asked = { username, password: STAFF_PASSWORD }
    const own = tokenSet(await askOffice(program, 'login', asked, { fields, address: '2001:db8::7' }))
    expect((await look(own)).data).toMatchObject({
      ...{ username, staff_id, roles: ['support'] },
      ...{ device: 'Chrome, Linux', network: '2001:db8:0:0::/64' },
    })
    await program.db.asOwner(
      `update operators.sessions set seen_at = seen_at - interval '14 minutes',
         opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '1 hour' where staff_id = $1`,
      [staff_id],
    )
    const [first, second] = [await look(token), await look(token)]
    expect(second.data.ends_at).toBe(first.data.ends_at)
    expect(Date.parse(String(first.data.ends_at)) - Date.now()).toBeLessThan(61_000)
    await askOffice(program, 'list-own-sessions', {}, { method: 'GET', token })
    expect(Date.parse(String((await look(token)).data.ends_at)) - Date.now()).toBeGreaterThan(14 * 60_000)
  })

  test('does nothing for a page that shows somebody else, whose cookie another window has changed [proof 1285]', async () => {
    const [shown, other] = [await guest(), await guest()]
    const by = (staff_id: string) => ({ token: other.token, fields: { [OFFICE_PERSON_HEADER]: staff_id } })
    const read = { method: 'GET' } as const
    expect((await askOffice(program, 'list-holds', {}, { ...read, ...by(shown.staff_id) })).data.reason).toBe(
      'token_expired',
    )
    for (const name of ['logout', 'proof'])
      expect((await askOffice(program, name, {}, by(shown.staff_id))).data.reason).toBe('token_expired')
    expect((await askOffice(program, 'session', {}, { ...read, ...by(shown.staff_id) })).data.reason).toBe(
      'token_expired',
    )
    expect((await askOffice(program, 'list-holds', {}, { ...read, ...by(other.staff_id) })).code).toBe(200)
  })

  test('signing in anew ends the one that the browser had; signing out takes the cookie back', async () => {
    const { username, token } = await guest()
    const next = await askOffice(program, 'login', { username, password: STAFF_PASSWORD }, { token })
    expect((await look(token)).data.reason).toBe('token_expired')
    const out = await askOffice(program, 'logout', {}, { token: tokenSet(next) })
    expect(String(out.headers['set-cookie'])).toBe(
      'office=; Path=/operator; Max-Age=0; HttpOnly; SameSite=Strict',
    )
    expect((await look(tokenSet(next))).data.reason).toBe('token_expired')
  })

  test.each<[string, (of: { username: string; staff_id: string }) => Promise<unknown>]>([
    ['shut out', ({ username }) => byVerb('disable-staff', { username, reason: 'left' })],
    [
      'given other roles',
      ({ staff_id }) =>
        program.db.asOwner("update operators.staff set roles = '{content}' where staff_id = $1", [staff_id]),
    ],
    [
      'idle for a quarter of an hour',
      ({ staff_id }) =>
        program.db.asOwner(
          `update operators.sessions set seen_at = seen_at - interval '15 minutes',
             opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '1 hour' where staff_id = $1`,
          [staff_id],
        ),
    ],
    [
      'at work for twelve hours',
      ({ staff_id }) =>
        program.db.asOwner(
          "update operators.sessions set opened_at = opened_at - interval '12 hours' where staff_id = $1",
          [staff_id],
        ),
    ],
  ])('is over at once for who is %s, and not before [proof 1206]', async (_how, end) => {
    const somebody = await guest()
    const { token } = somebody
    const ask = () => askOffice(program, 'list-holds', {}, { method: 'GET', token })
    expect((await ask()).code).toBe(200)
    await end(somebody)
    expect((await ask()).data.reason).toBe('token_expired')
    expect((await look(token)).data.reason).toBe('token_expired')
  })

  test('rests for as long as the policy says, and says so [proof 1296]', async () => {
    const { staff_id, token } = await guest()
    const rested = (minutes: number) =>
      program.db.asOwner(
        `update operators.sessions set opened_at = clock_timestamp() - interval '1 hour',
           proved_at = clock_timestamp() - interval '1 hour',
           seen_at = clock_timestamp() - make_interval(mins => $2) where staff_id = $1`,
        [staff_id, minutes],
      )
    const setPolicy = async (idle_ms: number) => {
      await program.db.asOwner('alter table policies.versions disable trigger user')
      await program.db.asOwner('update policies.versions set values = values || $1::jsonb', [
        JSON.stringify({ staff_idle_ms: String(idle_ms) }),
      ])
      await program.db.asOwner('alter table policies.versions enable trigger user')
    }
    await rested(6)
    expect((await look(token)).code).toBe(200)
    await setPolicy(300_000)
    expect((await look(token)).data.reason).toBe('token_expired')
    await rested(4)
    const ends_at = Date.parse(String((await look(token)).data.ends_at))
    expect(ends_at - Date.now()).toBeLessThan(61_000)
    await setPolicy(1_800_000)
    await rested(29)
    expect((await look(token)).code).toBe(200)
    await setPolicy(900_000)
    expect((await look(token)).data.reason).toBe('token_expired')
  })

  test('is one’s own to list and to end, one or all others, and nobody else’s [proof 1207]', async () => {
    const { username, token } = await guest()
    const other = await guest()
    const [second, third] = [await signInOver(program, username), await signInOver(program, username)]
    const list = async (by: string) =>
      Object(await askOffice(program, 'list-own-sessions', {}, { method: 'GET', token: by })).data.items
    const theirs = (await list(other.token)).find(({ is_this }: { is_this: boolean }) => is_this)
    const end = (by: string, input: object) => askOffice(program, 'end-own-session', input, { token: by })
    // `guest` signed in by the command line's way as well.
    expect(await list(token)).toHaveLength(4)
    expect((await end(token, { session_id: theirs.session_id })).data.reason).toBe('record_not_found')
    expect((await look(other.token)).code).toBe(200)
    const { session_id } = (await look(second)).data
    expect((await end(token, { session_id })).data).toEqual({ ended: 1 })
    expect((await look(second)).data.reason).toBe('token_expired')
    expect((await end(token, {})).data).toEqual({ ended: 2 })
    expect((await look(third)).data.reason).toBe('token_expired')
    expect((await look(token)).code).toBe(200)
    expect(
      await program.db.asOwner(
        "select details from audit.entries where action = 'staff.sessions_ended' and actor_name = $1 order by sequence",
        [username],
      ),
    ).toEqual([{ details: { sessions: 1 } }, { details: { sessions: 2 } }])
  })
})

describe('a fresh proof', () => {
  const age = (staff_id: string) =>
    program.db.asOwner(
      `update operators.sessions set opened_at = opened_at - interval '5 minutes',
         proved_at = proved_at - interval '5 minutes' where staff_id = $1`,
      [staff_id],
    )

  test('is asked for after five minutes where the act says so, and given by the password where there is no factor [proof 1208]', async () => {
    const { staff_id, username, token } = await guest()
    const seal = () => askOffice(program, 'seal-deed', {}, { token })
    expect((await seal()).data).toEqual({ sealed: true })
    await age(staff_id)
    expect((await seal()).data.reason).toBe('proof_stale')
    expect((await askOffice(program, 'list-holds', {}, { method: 'GET', token })).code).toBe(200)
    expect((await askOffice(program, 'proof', { password: 'a guess' }, { token })).data.reason).toBe(
      'staff_credentials_wrong',
    )
    expect((await askOffice(program, 'proof', {}, { token })).data).toMatchObject({
      ...{ reason: 'field_required', field: 'password' },
    })
    expect((await seal()).data.reason).toBe('proof_stale')
    expect((await askOffice(program, 'proof', { password: STAFF_PASSWORD }, { token })).data.username).toBe(
      username,
    )
    expect((await seal()).data).toEqual({ sealed: true })
    expect(
      await program.db.asOwner(
        "select from audit.entries where action = 'staff.proved' and actor_name = $1",
        [username],
      ),
    ).toHaveLength(1)
  })

  test('control: where a proof lasts for days, none is asked for', async () => {
    const { staff_id, token } = await guest()
    await age(staff_id)
    const undoing = await plant(program.db.asOwner, [
      { routine: 'operators.resume_session', from: "interval '5 minutes'", to: "interval '120 hours'" },
    ])
    expect((await askOffice(program, 'seal-deed', {}, { token })).data).toEqual({ sealed: true })
    for (const statement of undoing) await program.db.asOwner(statement)
    expect((await askOffice(program, 'seal-deed', {}, { token })).data.reason).toBe('proof_stale')
  })

  test('is given again by an office that works for longer, and only by one that can', async () => {
    const office = new Office(program.services, modules, staff)
    await age(staff.maker.staff_id)
    expect(await office.run('seal-deed')).toEqual({ sealed: true })
    await age(staff.maker.staff_id)
    const prove = () => Promise.reject(new Error('nobody knows the password'))
    const other = new Office(program.services, modules, { ...staff, prove })
    await expect(other.run('seal-deed')).rejects.toThrow('nobody knows the password')
  })

  test('by a second factor takes an unused code, and the password alone is none [proof 1209]', async () => {
    const alone = await testProgram({ modules, no_staff: true })
    const founder = (username: string) => ({ username, display_name: username, password: STAFF_PASSWORD })
    const [made] = await initialiseStaff(alone.services, [
      { ...founder('ann'), second_factor: true },
      { ...founder('bob'), second_factor: false },
    ])
    const secret = secretOf(made?.second_factor ?? '')
    const asked = { username: 'ann', password: STAFF_PASSWORD }
    const signIn = (input: object) => askOffice(alone, 'login', { ...asked, ...input })
    expect((await signIn({})).data.reason).toBe('second_factor_required')
    expect((await signIn({ totp: 'wrong' })).data.reason).toBe('second_factor_wrong')
    const token = tokenSet(await signIn({ totp: codeNow(secret, -1) }))
    const prove = async (input: object) => (await askOffice(alone, 'proof', input, { token })).data.reason
    expect(await prove({ password: STAFF_PASSWORD })).toBe('second_factor_required')
    expect(await prove({ totp: codeNow(secret, -1) }), 'it was used to sign in').toBe('second_factor_wrong')
    expect(await prove({ totp: codeNow(secret), password: 'a guess' })).toBe('staff_credentials_wrong')
    expect(await prove({ totp: codeNow(secret) })).toBeUndefined()
    await alone.close()
  })

  test('wrong ones are counted as those of a sign-in are: who stole a cookie does not guess on', async () => {
    const { staff_id, token } = await guest()
    await age(staff_id)
    const guess = async (password: string) =>
      (await askOffice(program, 'proof', { password }, { token, address: '203.0.113.66' })).data.reason
    const told = []
    for (let tries = 0; tries < 5; tries += 1) told.push(await guess('a guess'))
    expect(told).toEqual([...Array(4).fill('staff_credentials_wrong'), 'staff_locked'])
    expect(await guess(STAFF_PASSWORD)).toBe('staff_locked')
    // Elsewhere, where nobody guessed, its owner proves themselves.
    const proved = await askOffice(program, 'proof', { password: STAFF_PASSWORD }, { token })
    expect(proved.code).toBe(200)
  })
})

describe('a process', () => {
  test('without the role office serves nothing of it; with it alone, nothing of customers [proof 1210]', async () => {
    const without = await testProgram({ settings: testSettings({ ROLES: 'api,delivery,worker' }) })
    expect((await look(undefined, without)).status).toBe(404)
    expect((await without.call(userInfoCall, {})).status).toBe(200)
    await without.close()
    const alone = await testProgram({ settings: testSettings({ ROLES: 'office', OPERATOR_PATH: '/desk' }) })
    await buildStaff(alone.services)
    expect((await look(await signInOver(alone, 'maker'), alone)).code).toBe(200)
    expect((await alone.call(userInfoCall, {})).status).toBe(404)
    const elsewhere = [
      '/',
      '/delivery/v1/tag.js',
      '/sellers.json',
      '/app-ads.txt',
      '/operator/session',
      '/openrtb2/bid',
    ]
    for (const url of elsewhere)
      expect([url, (await alone.server.inject(url)).statusCode]).toEqual([url, 404])
    expect((await alone.server.inject('/readyz')).statusCode).toBe(200)
    await alone.close()
  })

  test('counts tries to sign in by network and calls by person, and tells both in its log', async () => {
    const settings = testSettings({ RATE_LIMIT_PER_MINUTE: '40', ACCESS_LOG: 'on' })
    const lines: string[] = []
    const log = createLog({ log_level: 'info' }, { write: (line) => void lines.push(line) })
    const limited = await testProgram({ settings, log })
    await buildStaff(limited.services)
    const tried = []
    for (let tries = 0; tries < 4; tries += 1) {
      const asked = { username: `nobody${tries}`, password: 'a guess' }
      tried.push((await askOffice(limited, 'login', asked, { address: '203.0.113.5' })).status)
    }
    expect(tried).toEqual([200, 200, 429, 429])
    const foreign = []
    for (let tries = 0; tries < 42; tries += 1) {
      const from = { address: '203.0.113.9', fields: { origin: 'https://evil.example' } }
      foreign.push((await askOffice(limited, 'proof', {}, from)).status)
    }
    expect(foreign).toEqual([...Array(40).fill(200), 429, 429])
    const token = await signInOver(limited, 'maker', '203.0.113.6')
    const asked = []
    for (let calls = 0; calls < 42; calls += 1) asked.push((await look(token, limited)).status)
    expect(asked.filter((status) => status === 200)).toHaveLength(40)
    expect((await look(await signInOver(limited, 'checker', '203.0.113.6'), limited)).status).toBe(200)
    const metrics = limited.services.settings.metrics_token
    const { body } = await limited.server.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metrics}` },
    })
    expect(body).toContain('adtally_calls_total{call="office/session",code="200"} 41')
    await limited.close()
    const told = lines.map((line): Record<string, unknown> => JSON.parse(line))
    expect(told.find(({ call, status }) => call === 'office/session' && status === 200)).toMatchObject({
      ...{ msg: 'a request was answered', method: 'GET', network: '127.0.0.1' },
      staff_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(told.find(({ msg }) => msg === 'a call was refused')).toMatchObject({
      ...{ call: 'office/login', reason: 'staff_credentials_wrong', network: '203.0.113.5' },
    })
    for (const secret of [token, 'a guess', STAFF_PASSWORD]) expect(lines.join('')).not.toContain(secret)
  })
})
