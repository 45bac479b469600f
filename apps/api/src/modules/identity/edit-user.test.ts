import { userInfoCall } from '@adtally/contract/identity.ts'
import { userInfoEdit } from '@adtally/contract/identity-edit.ts'
import { visitorLanguage } from '@adtally/contract/identity-hybrid.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/build-customer.ts'
import { identityProgram } from '../../testing/identity-program.ts'
import type { TestProgram } from '../../testing/test-program.ts'

let program: TestProgram
let customer: BuiltCustomer
beforeAll(async () => {
  program = await identityProgram()
  customer = await buildCustomer(program.services)
})
afterAll(() => program.close())

const edit = (input: object, who = customer) => program.call(userInfoEdit, input, { token: who.token })

describe('editing', () => {
  test('changes each field, keeps the rest, and answers the customer as they are then', async () => {
    const before = (await program.call(userInfoCall, {}, { token: customer.token })).data
    const steps = [
      { nickname: '  Kim  ' },
      { phone: '+4915112345678' },
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
    await edit({ phone: '+4915112345678' }, who)
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
