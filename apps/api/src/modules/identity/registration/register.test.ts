import { register, registration } from '@adtally/contract/identity/registration.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { buildCode, buildCustomer, registrationForm } from '../../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { customerById, personOf } from '../index.ts'

const program = await identityProgram()
afterAll(() => program.close())

/** Sends a form as it is, valid or not. */
async function send(form: Record<string, unknown>) {
  const url = `${program.services.settings.base_path}${register.path}`
  const { statusCode, body } = await program.server.inject({ method: 'POST', url, payload: form })
  return { status: statusCode, ...JSON.parse(body) }
}

async function newForm() {
  return registrationForm((await buildCode(program.services)).licence_code)
}

async function customersCount(): Promise<string> {
  const [row] = await program.db.asOwner<{ count: string }>(
    'select count(*)::text as count from identity.customers',
  )
  return row?.count ?? ''
}

describe('registering', () => {
  test('opens an account of the person the code was issued for, and signs in', async () => {
    const { licence_code, person_id } = await buildCode(program.services, { person_name: 'Ana María López' })
    const form = registrationForm(licence_code)
    const reply = await program.call(register, form, { headers: { 'accept-language': 'zh-CN' } })
    expect(reply).toMatchObject({ status: 200, code: 200 })
    const { token, user } = reply.data
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(user).toMatchObject({
      username: form.username,
      nickname: 'Robin',
      entry: 'register',
      status: 'active',
      level: 0,
      credit_score: 100,
      language: 'zh-Hans',
      transaction_password_set: false,
      total_deposited: '0.00',
      phone_masked: '+66•••678',
    })
    expect(user.operated_id).toMatch(/^[1-9]\d{7}$/)
    const { customer_id } = user
    await program.services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      expect(await personOf(tx, customer_id)).toMatchObject({ person_id, full_name: 'Ana María López' })
      expect(await customerById(tx, customer_id)).toMatchObject({ policy_version: 1 })
    })
  })

  test('publishes the fact once', async () => {
    const { customer_id } = await buildCustomer(program.services)
    const rows = await program.db.asOwner(
      "select payload from platform.outbox where topic = 'customer.registered' and key = $1",
      [customer_id],
    )
    expect(rows).toEqual([{ payload: { customer_id } }])
  })

  test('a nickname left out is the username', async () => {
    const { nickname: _left_out, ...form } = await newForm()
    expect((await send(form)).data.user.nickname).toBe(form.username)
  })

  test.each([
    ['username', undefined, 'field_required'],
    ['username', '', 'field_required'],
    ['username', 7, 'username_invalid'],
    ['username', 'ab', 'username_invalid'],
    ['username', 'a'.repeat(33), 'username_invalid'],
    ['username', 'jane doe', 'username_invalid'],
    ['username', 'jané', 'username_invalid'],
    ['username', 'jane\u0000', 'field_invalid'],
    ['nickname', '', 'field_required'],
    ['nickname', 'n'.repeat(41), 'field_too_long'],
    ['nickname', 'Ro\u200bbin', 'name_unreadable'],
    ['nickname', 'Adtally Support', 'name_of_office'],
    ['username', 'adtally.official', 'name_of_office'],
    ['password', undefined, 'field_required'],
    ['password', 'short', 'password_too_short'],
    ['password', 12345678, 'field_invalid'],
    ['password', 'x'.repeat(201), 'field_too_long'],
    ['confirm_password', undefined, 'field_required'],
    ['confirm_password', 'something else', 'passwords_differ'],
    ['email', undefined, 'field_required'],
    ['email', '', 'field_required'],
    ['phone', '', 'field_required'],
    ['licence_key', '', 'field_required'],
    ['password', '', 'password_too_short'],
    ['email', 'jane@', 'email_invalid'],
    ['email', { a: 1 }, 'email_invalid'],
    ['email', `${'j'.repeat(250)}@example.com`, 'email_invalid'],
    ['phone', undefined, 'field_required'],
    ['phone', '0812345678', 'phone_invalid'],
    ['phone', '+66 81 234', 'phone_invalid'],
    ['phone', '+1234567890123456', 'phone_invalid'],
    ['licence_key', undefined, 'field_required'],
    ['licence_key', ['x'], 'authorization_code_not_found'],
    ['surprise', 'x', 'field_unknown'],
  ])('%s %j is %s, and nothing changed [proof 64]', async (field, value, reason) => {
    const before = await customersCount()
    const reply = await send({ ...registrationForm('AAAA-BBBB-CCCC-DDDD'), [field]: value })
    expect(reply).toMatchObject({ status: 200, data: { reason, field } })
    expect(reply.code).toBe(reason === 'authorization_code_not_found' ? 405 : 400)
    expect(await customersCount()).toBe(before)
  })

  test.each(['Password1!', '12345678901', 'qwertyuiop', 'bigdaddy', 'пароль123', 'drowssap1'])(
    'the password %j is too common',
    async (password) => {
      const reply = await send({ ...(await newForm()), password, confirm_password: password })
      expect(reply).toMatchObject({ code: 400, data: { reason: 'password_too_common', field: 'password' } })
    },
  )

  test.each(['AAAA-BBBB-CCCC-DDDD', 'x', '0000'])(
    'the unknown code %j is refused [proof 81]',
    async (licence_key) => {
      const reply = await send(registrationForm(licence_key))
      expect(reply).toMatchObject({
        code: 405,
        data: { reason: 'authorization_code_not_found', field: 'licence_key' },
      })
    },
  )
})

describe('a code', () => {
  test('of twenty who use one at once, one wins', async () => {
    const { licence_code } = await buildCode(program.services)
    const before = BigInt(await customersCount())
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => program.call(register, registrationForm(licence_code))),
    )
    const reasons = replies.filter(({ code }) => code !== 200).map(({ data }) => data.reason)
    expect(reasons).toEqual(Array.from({ length: 19 }, () => 'authorization_code_used'))
    expect(await customersCount()).toBe((before + 1n).toString())
  })

  test('is the same code however it was typed', async () => {
    const { licence_code } = await buildCode(program.services)
    const typed = licence_code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await program.call(register, registrationForm(typed))).code).toBe(200)
  })

  test('expires', async () => {
    const form = await newForm()
    await program.advance(15 * 86_400_000)
    expect(await send(form)).toMatchObject({ code: 405, data: { reason: 'authorization_code_expired' } })
  })

  test('to be activated by staff opens an account that is not active yet', async () => {
    const { licence_code } = await buildCode(program.services, { activation: 'by_staff' })
    const reply = await send(registrationForm(licence_code))
    expect(reply).toMatchObject({ code: 402, data: { reason: 'account_not_activated', lang: 'en' } })
    expect(reply.data).not.toHaveProperty('token')
  })

  test('for a person who has an account by now opens no second one', async () => {
    const person = { person_name: 'Kim Two', document_hash: 'ab'.repeat(32) }
    const codes = [await buildCode(program.services, person), await buildCode(program.services, person)]
    const replies = []
    for (const { licence_code } of codes) replies.push(await send(registrationForm(licence_code)))
    expect(replies[0].code).toBe(200)
    expect(replies[1]).toMatchObject({ code: 405, data: { reason: 'person_has_account' } })
  })

  test('tells who holds one, and nobody else, which usernames are taken', async () => {
    const { username } = await buildCustomer(program.services)
    const taken = { username: username.toUpperCase() }
    const without = await send({ ...registrationForm('AAAA-BBBB-CCCC-DDDD'), ...taken })
    expect(without.data.reason).toBe('authorization_code_not_found')
    expect((await send({ ...(await newForm()), ...taken })).data).toMatchObject({
      reason: 'username_taken',
      field: 'username',
    })
  })
})

test('the form that the app checks is the one that the server checks [proof 65]', () => {
  expect(register.request).toBe(registration)
})
