import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { hybridLogin, hybridRegister, visitorLanguage } from '@adtally/contract/identity/identity-hybrid.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { type BuiltCustomer, buildCode, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { forgetTries, identityProgram } from '../../../testing/worlds/identity-program.ts'
import { issueSandboxTicket } from '../hosts/entry-ticket.ts'

const program = await identityProgram()
afterAll(() => program.close())
const customer = await buildCustomer(program.services)

const edit = (input: object, who = customer) => program.call(userInfoEdit, input, { token: who.token })

describe('editing', () => {
  test('changes each field, keeps the rest, and answers the customer as they are then', async () => {
    const before = (await program.call(userInfoCall, {}, { token: customer.token })).data
    const steps = [
      { nickname: '  Kim  ' },
      { phone: '+4915112345678', login_password: customer.password },
      { language: 'zh-Hans' },
      { time_zone: 'asia/bangkok' },
    ]
    for (const step of steps) expect((await edit(step)).code).toBe(200)
    const { data } = await program.call(userInfoCall, {}, { token: customer.token })
    expect(data).toEqual({
      ...before,
      nickname: 'Kim',
      phone_masked: '+49•••678',
      language: 'zh-Hans',
      time_zone: 'Asia/Bangkok',
    })
    expect((await edit({ language: null, time_zone: null })).data).toMatchObject({
      language: null,
      time_zone: null,
    })
  })

  test.each([
    ['nickname', '', 'field_required'],
    ['nickname', 'n'.repeat(41), 'field_too_long'],
    ['nickname', '\u202eRobin', 'name_unreadable'],
    ['nickname', 'Adtally客服', 'name_of_office'],
    ['email', 'kim@example.org', 'field_unknown'],
    ['phone', '0812345678', 'phone_invalid'],
    ['language', 'tlh', 'field_invalid'],
    ['time_zone', 'Mars/Olympus', 'time_zone_unknown'],
    ['time_zone', '+05:07', 'time_zone_unknown'],
    ['username', 'somebody', 'field_unknown'],
    ['status', 'active', 'field_unknown'],
  ])('%s %j is %s', async (field, value, reason) => {
    expect((await edit({ [field]: value })).data).toMatchObject({ reason, field })
  })
})

describe('another phone number', () => {
  const phone = '+4915112345678'
  const maskedOf = async (token: string) =>
    (await program.call(userInfoCall, {}, { token })).data.phone_masked

  test('takes the sign-in password beside the session, which guesses can’t outrun [proof 595]', async () => {
    const who = await buildCustomer(program.services)
    const before = await maskedOf(who.token)
    const missing = { reason: 'field_required', field: 'login_password' }
    expect((await edit({ phone }, who)).data).toEqual(missing)
    expect((await edit({ phone: '+12025550123' }, who)).data).toEqual(missing)
    const answers: unknown[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      answers.push((await edit({ phone, login_password: `guess ${tries}` }, who)).data)
    }
    expect(answers.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, () => ({ reason: 'login_password_wrong', field: 'login_password' })),
    )
    expect(answers[10]).toMatchObject({ reason: 'too_many_requests' })
    const right = { phone, login_password: who.password }
    expect((await edit(right, who)).data).toMatchObject({ reason: 'too_many_requests' })
    expect(await maskedOf(who.token)).toBe(before)
    await forgetTries(program.db)
    expect((await edit(right, who)).data).toMatchObject({ phone_masked: '+49•••678' })
    expect((await edit({ nickname: 'Kim' }, who)).code).toBe(200)
  })

  test('of a host app’s user takes a ticket of the last hour [proof 599]', async () => {
    const user = { email: 'phone@host.example', phone: '+66812345678', nickname: 'Robin' }
    const ticket = () => issueSandboxTicket(program.services, 'phone', user)
    const { licence_code } = await buildCode(program.services)
    const opening = { ticket: await ticket(), authorization_code: licence_code }
    const { token } = (await program.call(hybridRegister, opening)).data
    const change = (by: string) => program.call(userInfoEdit, { phone }, { token: by })
    await program.advance(61 * 60_000)
    expect((await change(token)).data).toEqual({ reason: 'sign_in_not_fresh', field: 'phone' })
    expect(await maskedOf(token)).toBe('+66•••678')
    const again = (await program.call(hybridLogin, { ticket: await ticket() })).data
    expect((await change(again.token)).data).toMatchObject({ phone_masked: '+49•••678' })
  })
})

describe('what is kept of it', () => {
  async function acts(who: BuiltCustomer) {
    const entries = await program.db.asOwner<{ details: { fields: string[] } }>(
      "select details from audit.entries where customer_id = $1 and action = 'customer.edited' order by sequence",
      [who.customer_id],
    )
    const notices = await program.db.asOwner<{ count: string }>(
      "select count(*)::text as count from platform.outbox where topic = 'customer.notify' and key = $1",
      [who.customer_id],
    )
    return { fields: entries.map(({ details }) => details.fields), notices: notices[0]?.count }
  }

  test('the names of fields and no value; a notice of new contact data; nothing of what stayed the same', async () => {
    const who = await buildCustomer(program.services)
    const before = await acts(who)
    await edit({ nickname: 'Kim', language: 'zh-Hans' }, who)
    await edit({ nickname: 'Kim' }, who)
    await edit({}, who)
    await edit({ phone: '+4915112345678', login_password: who.password }, who)
    const after = await acts(who)
    expect(after.fields).toEqual([['nickname', 'language'], ['phone']])
    expect(Number(after.notices) - Number(before.notices)).toBe(1)
    const rows = await program.db.asOwner('select row_to_json(e)::text as text from audit.entries e')
    expect(JSON.stringify(rows)).not.toMatch(/15112345678/)
  })
})

describe('the visitor’s language', () => {
  test.each([
    [undefined, 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans'],
    ['tlh, zh-SG;q=0.5', 'zh-Hans'],
    ['en-GB', 'en'],
    ['tlh', 'en'],
    ['*', 'en'],
    ["'; drop table identity.customers; --", 'en'],
  ])('for %j is %s', async (header, lang) => {
    const headers = header === undefined ? {} : { 'accept-language': header }
    expect((await program.call(visitorLanguage, {}, { headers })).data).toEqual({ lang })
  })
})
