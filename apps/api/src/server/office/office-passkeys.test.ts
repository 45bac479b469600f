import type { PasskeyMaking, PasskeyQuestion } from '@adtally/contract/identity/passkey.ts'
import { newPasskey, passkeyMaking, passkeyQuestion } from '@adtally/contract/identity/passkey.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { approvedActs } from '../../modules/module.ts'
import { runVerb, verbsOf } from '../../modules/operators/index.ts'
import { codeNow, secretOf } from '../../testing/authenticator-app.ts'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { askOffice, signInOver, tokenSet } from '../../testing/office/office-client.ts'
import { type Otherwise, SoftwarePasskey } from '../../testing/office/software-passkey.ts'
import { plant } from '../../testing/plant.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../../testing/worlds/build-staff.ts'
import { MODULES } from '../modules.ts'

const ORIGIN = 'https://office.example'
const program = await testProgram({ settings: testSettings({ CONSOLE_ORIGIN: ORIGIN }) })
afterAll(() => program.close())
const staff = await buildStaff(program.services)
let joined = 0

/** Somebody who has signed in by the password and made a passkey. */
async function holder() {
  joined += 1
  const username = `holder${joined}`
  const { staff_id } = await joinStaff(program.services, staff, { username, roles: ['support'] })
  const token = await signInOver(program, username)
  const passkey = new SoftwarePasskey(ORIGIN)
  const making = await begin(token)
  const added = await askOffice(
    program,
    'passkey-add',
    { name: 'Key', made: passkey.make(making) },
    { token },
  )
  expect(added.code, added.text).toBe(200)
  return { username, staff_id, token, passkey, passkey_id: String(added.data.passkey_id) }
}

async function begin(token: string): Promise<PasskeyMaking> {
  return z.parse(passkeyMaking, (await askOffice(program, 'passkey-begin', {}, { token })).data)
}

async function question(name = 'login-question', token?: string): Promise<PasskeyQuestion> {
  return z.parse(passkeyQuestion, (await askOffice(program, name, {}, { token })).data)
}

const answerLogin = (passkey: SoftwarePasskey, asked: PasskeyQuestion, otherwise: Otherwise = {}) =>
  askOffice(program, 'passkey-login', { passkey: passkey.answer(asked, otherwise) })

const age = (staff_id: string) =>
  program.db.asOwner(
    `update operators.sessions set opened_at = opened_at - interval '5 minutes',
       proved_at = proved_at - interval '5 minutes' where staff_id = $1`,
    [staff_id],
  )

describe('a passkey of staff', () => {
  test('signs in alone, without a name, and its password alone no more [proof 1287]', async () => {
    const { username, staff_id, passkey } = await holder()
    const asked = await question()
    expect(asked).toMatchObject({ rp_id: 'office.example', passkeys: [] })
    const answer = await answerLogin(passkey, asked)
    expect(answer.data).toMatchObject({ username, staff_id })
    expect(
      (await askOffice(program, 'session', {}, { method: 'GET', token: tokenSet(answer) })).data,
    ).toMatchObject({
      username,
    })
    const by_password = await askOffice(program, 'login', { username, password: STAFF_PASSWORD })
    expect(by_password.data.reason).toBe('second_factor_required')
  })

  test.each<[string, Otherwise]>([
    ['for another host', { rp_id: 'evil.example' }],
    ['on another site’s page', { origin: 'https://evil.example' }],
    ['on another port of the host', { origin: `${ORIGIN}:444` }],
    ['in a frame of another site', { in_frame: true }],
    ['without having verified its person', { is_verified: false }],
    ['as one that is made', { type: 'webauthn.create' }],
    ['to a question of nobody’s', { challenge: 'bm9ib2R5J3M' }],
  ])(
    'given %s opens nothing, locks nobody, and stands in the audit [proof 1288]',
    async (_how, otherwise) => {
      const { passkey, staff_id, username } = await holder()
      for (let tries = 0; tries < 6; tries += 1)
        expect((await answerLogin(passkey, await question(), otherwise)).data.reason).toBe('passkey_wrong')
      expect((await answerLogin(passkey, await question())).data.username).toBe(username)
      const kept = await program.db.asOwner(
        "select count(*)::int as refused from audit.entries where action = 'staff.passkey_refused' and subject_id = $1",
        [staff_id],
      )
      expect(kept[0]?.refused).toBe('in_frame' in otherwise ? 0 : 6)
    },
  )

  test('is good once a question, and its device’s count only rises [proof 1289]', async () => {
    const { passkey, username } = await holder()
    const asked = await question()
    const answer = passkey.answer(asked)
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => askOffice(program, 'passkey-login', { passkey: answer })),
    )
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await askOffice(program, 'passkey-login', { passkey: answer })).data.reason).toBe('passkey_wrong')
    const copy = await answerLogin(passkey, await question(), { sign_count: 1 })
    expect(copy.data.reason).toBe('passkey_counter_back')
    const late = await question()
    await program.db.asOwner("update operators.challenges set expires_at = expires_at - interval '6 minutes'")
    expect((await answerLogin(passkey, late)).data.reason).toBe('passkey_wrong')
    expect((await answerLogin(passkey, await question())).data.username).toBe(username)
  })

  test('proves anew who is at work, for its owner and their session alone [proof 1290]', async () => {
    const [own, other] = [await holder(), await holder()]
    await age(own.staff_id)
    const making = await askOffice(program, 'passkey-begin', {}, { token: own.token })
    expect(making.data.reason).toBe('proof_stale')
    const prove = async (passkey: SoftwarePasskey, asked: PasskeyQuestion) =>
      await askOffice(program, 'proof', { passkey: passkey.answer(asked) }, { token: own.token })
    const asked = await question('proof-question', own.token)
    expect(asked.passkeys).toHaveLength(1)
    expect((await prove(other.passkey, asked)).data.reason).toBe('passkey_wrong')
    const of_other = await question('proof-question', other.token)
    expect((await prove(own.passkey, of_other)).data.reason).toBe('passkey_wrong')
    expect((await prove(own.passkey, await question())).data.reason, 'asked to sign in').toBe('passkey_wrong')
    expect((await prove(own.passkey, await question('proof-question', own.token))).data.username).toBe(
      own.username,
    )
    expect((await askOffice(program, 'passkey-begin', {}, { token: own.token })).code).toBe(200)
  })

  test('is judged by the database: a program that can’t open its key opens no session, nor does another’s key', async () => {
    const [own, other] = [await holder(), await holder()]
    const undo = await program.db.asOwner(
      'select passkey_id, key_sealed, key_hash from operators.passkeys where staff_id = $1',
      [own.staff_id],
    )
    await program.db.asOwner(
      `update operators.passkeys as mine set key_sealed = theirs.key_sealed, key_hash = theirs.key_hash
       from operators.passkeys as theirs where mine.staff_id = $1 and theirs.staff_id = $2`,
      [own.staff_id, other.staff_id],
    )
    const stolen = await answerLogin(own.passkey, await question(), { key: other.passkey.key })
    expect(stolen.data.reason).toBe('passkey_wrong')
    await program.db.asOwner(
      'update operators.passkeys set key_sealed = $2, key_hash = $3 where passkey_id = $1',
      [undo[0]?.passkey_id, undo[0]?.key_sealed, undo[0]?.key_hash],
    )
    expect((await answerLogin(own.passkey, await question())).code).toBe(200)
    await expect(
      program.db.asProgram("select operators.judge_passkey(gen_random_uuid(), ''::bytea, ''::bytea, 1)"),
    ).rejects.toThrow('permission denied')
  })

  test('is its owner’s to see and to remove, and made twice it is one [proof 1291]', async () => {
    const [own, other] = [await holder(), await holder()]
    const list = async (token: string) =>
      Object((await askOffice(program, 'list-own-factors', {}, { method: 'GET', token })).data).items
    expect(await list(own.token)).toMatchObject([{ passkey_id: own.passkey_id, name: 'Key' }])
    const again = newPasskey.parse(own.passkey.make(await begin(other.token)))
    const taken = await askOffice(
      program,
      'passkey-add',
      { name: 'Mine', made: again },
      { token: other.token },
    )
    expect(taken.data.reason).toBe('passkey_wrong')
    const remove = (token: string) =>
      askOffice(program, 'remove-own-passkey', { passkey_id: own.passkey_id }, { token })
    expect((await remove(other.token)).data.reason).toBe('passkey_not_found')
    expect((await remove(own.token)).code).toBe(200)
    expect(await list(own.token)).toEqual([])
    expect((await answerLogin(own.passkey, await question())).data.reason).toBe('passkey_wrong')
  })

  test('control: were questions not used up, an answer would do twice', async () => {
    const { passkey } = await holder()
    const undoing = await plant(program.db.asOwner, [
      {
        routine: 'operators.take_challenge',
        from: 'delete from operators.challenges',
        to: 'perform from operators.challenges',
      },
    ])
    const answer = passkey.answer(await question(), { sign_count: 0 })
    await program.db.asOwner('update operators.passkeys set sign_count = 0')
    const codes = [
      (await askOffice(program, 'passkey-login', { passkey: answer })).code,
      (await askOffice(program, 'passkey-login', { passkey: answer })).code,
    ]
    for (const statement of undoing) await program.db.asOwner(statement)
    expect(codes).toEqual([200, 200])
  })
})

describe('on a live ledger', () => {
  test('nobody does anything with fewer than two second factors but come to have them, nor removes the last [proof 1297]', async () => {
    const { token, passkey, passkey_id, staff_id } = await holder()
    const hold = async () =>
      (await askOffice(program, 'list-holds', {}, { method: 'GET', token })).data.reason
    const own = await askOffice(program, 'list-own-factors', {}, { method: 'GET', token })
    expect(own.data).toMatchObject({ authenticator_app: false, items: [{ passkey_id }] })
    await program.db.asOwner('alter table platform.environment disable trigger environment_is_final')
    await program.db.asOwner("update platform.environment set mode = 'live'")
    try {
      expect(await hold()).toBe('second_factors_few')
      const remove = await askOffice(program, 'remove-own-passkey', { passkey_id }, { token })
      expect(remove.data.reason).toBe('state_conflict')
      expect((await askOffice(program, 'list-own-factors', {}, { method: 'GET', token })).code).toBe(200)
      const second = new SoftwarePasskey(ORIGIN)
      const made = second.make(await begin(token))
      expect((await askOffice(program, 'passkey-add', { name: 'Other', made }, { token })).code).toBe(200)
      expect(await hold()).toBeUndefined()
      const counted = await program.db.asOwner('select operators.factor_count($1)::int as count', [staff_id])
      expect(counted).toEqual([{ count: 2 }])
      expect((await answerLogin(passkey, await question())).code).toBe(200)
    } finally {
      await program.db.asOwner("update platform.environment set mode = 'sandbox'")
      await program.db.asOwner('alter table platform.environment enable trigger environment_is_final')
    }
  })
})

describe('recovery codes', () => {
  test('are eight, each good once in the place of a second factor, and renewed by a fresh proof [proof 1292]', async () => {
    const { username, staff_id, token } = await holder()
    const renewed = await askOffice(program, 'renew-recovery-codes', {}, { token })
    const codes = z.parse(z.array(z.string()), renewed.data.recovery_codes)
    expect(new Set(codes).size).toBe(8)
    const signIn = async (recovery_code: string, password = STAFF_PASSWORD) =>
      (await askOffice(program, 'login', { username, password, recovery_code })).data
    const [first = '', second = ''] = codes
    expect((await signIn(first, 'a guess')).reason).toBe('staff_credentials_wrong')
    expect((await signIn(first.toUpperCase().replaceAll('-', ' '))).username).toBe(username)
    expect((await signIn(first)).reason).toBe('second_factor_wrong')
    await age(staff_id)
    await program.db.asOwner('delete from operators.tries')
    expect((await askOffice(program, 'renew-recovery-codes', {}, { token })).data.reason).toBe('proof_stale')
    expect((await signIn(second)).username).toBe(username)
    expect(
      await program.db.asOwner(
        "select details from audit.entries where action = 'staff.recovery_code_used' and actor_name = $1 order by sequence",
        [username],
      ),
    ).toEqual([{ details: { left: 7 } }, { details: { left: 6 } }])
  })
})

test('who is new sets up what they sign in with on the page, once, with both halves of their code [proof 1299]', async () => {
  const reason = 'A colleague'
  const [ann, bob] = staff.admins
  const person = { username: 'newcomer', display_name: 'New', roles: 'support', reason }
  const verb = (name: string) => {
    const found = verbsOf(MODULES).find((one) => one.name === name)
    if (!found) throw new Error(`no verb ${name}`)
    return found
  }
  const proposed = Object(await runVerb(program.services, verb('add-staff'), ann, person))
  const { proposal_id } = proposed
  const approved = Object(
    await approveAsProposed(program.services, approvedActs(MODULES), { proposal_id, staff: bob }),
  )
  const given = {
    username: 'newcomer',
    first_code: String(proposed.first_code),
    second_code: String(approved.outcome.second_code),
    new_password: 'a password of nobody else',
  }
  const activate = (more: object = {}) => askOffice(program, 'activate', { ...given, ...more })
  expect((await activate({ new_password: 'short' })).data).toMatchObject({
    ...{ reason: 'staff_password_too_short', field: 'new_password', bounds: { length_min: 12 } },
  })
  expect((await activate({ new_password: 'password1234' })).data.reason).toBe('password_too_common')
  expect((await activate({ second_code: given.first_code })).data.reason).toBe('staff_credentials_wrong')
  const set = await activate({ second_factor: true })
  expect(set.data.second_factor).toMatch(/^otpauth:/)
  expect(set.data.recovery_codes).toHaveLength(8)
  expect((await activate()).data.reason).toBe('staff_credentials_wrong')
  const totp = codeNow(secretOf(String(set.data.second_factor)))
  const { username, new_password: password } = given
  expect((await askOffice(program, 'login', { username, password, totp })).data.username).toBe('newcomer')
})
