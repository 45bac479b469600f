import { randomUUID } from 'node:crypto'
import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import {
  chatList,
  chatRead,
  chatSend,
  depositDetails,
  notifications,
  notificationsRead,
  unreadCount,
} from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { notifyCustomer, tellCustomer } from '../customer-notice.ts'
import { serviceModule } from './index.ts'

const p = await testProgram()
afterAll(() => p.close())

async function notify(customer_id: string, amount: string): Promise<void> {
  await p.system((tx) =>
    tellCustomer(tx, customer_id, {
      message: 'deposit_credited',
      values: { amount },
      subject: { kind: 'flow', id: 'x' },
    }),
  )
  await p.drain()
}

function staffVerb(name: string) {
  const verb = serviceModule.verbs?.find((one) => one.name === name)
  if (!verb) throw new Error(`there is no verb ${name}`)
  return verb
}

describe('notifications', () => {
  test('write money and names in the reader’s language', async () => {
    const { customer_id, token } = await buildCustomer(p.services)
    await p.system(async (tx) => {
      const notice = { customer_id, category: 'activity', subject_kind: 'flow', subject_id: 'x' } as const
      await notifyCustomer(tx, { ...notice, message: 'deposit_credited', values: { amount: '1480.00' } })
      const names = { name: 'Thanks for waiting', 'name:de': 'Danke fürs Warten' }
      const values = { ...names, expires_at: '2027-01-05T10:29:00.000Z' }
      await notifyCustomer(tx, { ...notice, message: 'coupon_issued', values })
    })
    await p.drain()
    const toldIn = async (language: string) => {
      const { data } = await p.call(notifications, {}, { token, headers: { 'accept-language': language } })
      return data.items.map(({ content }) => content).join(' ')
    }
    const german = await toldIn('de')
    expect(german).toContain('1.480,00\u00a0USD')
    expect(german).toContain('Danke fürs Warten')
    const french = await toldIn('fr')
    expect(french).toMatch(/1\s480,00\sUSD/)
    expect(french).toContain('Thanks for waiting')
  })

  test('tell moments in the customer’s own zone, else the screen’s, and name a zone that the screen is not in', async () => {
    const { customer_id, token } = await buildCustomer(p.services, { time_zone: 'Europe/Berlin' })
    await p.system((tx) =>
      tellCustomer(tx, customer_id, {
        message: 'withdrawal_requested',
        values: { number: '7', amount: '40.00', send_by: '2026-11-25T23:27:00.000Z' },
        subject: { kind: 'withdrawal', id: 'x' },
      }),
    )
    await p.drain()
    const toldAt = async (screen: string) => {
      const headers = { 'accept-language': 'en', 'x-tz': screen }
      return (await p.call(notifications, {}, { token, headers })).data.items[0]?.content
    }
    expect(await toldAt('Europe/Berlin GMT+01:00')).toMatch(/send it by 26\sNov\s2026,\s00:27\.$/)
    expect(await toldAt('America/New_York GMT-05:00')).toMatch(/send it by 26\sNov\s2026,\s00:27 CET\.$/)
    const edited = await p.call(userInfoEdit, { time_zone: null }, { token })
    expect(edited.code).toBe(200)
    expect(await toldAt('America/New_York GMT-05:00')).toMatch(/send it by 25\sNov\s2026,\s18:27\.$/)
    expect(await toldAt('Asia/Tokyo GMT+09:00')).toMatch(/send it by 26\sNov\s2026,\s08:27\.$/)
  })

  test('are told in the reader’s language, counted, and marked read singly and up to a watermark', async () => {
    const { customer_id, token } = await buildCustomer(p.services)
    await notify(customer_id, '1.00')
    await notify(customer_id, '2.00')
    const list = await p.call(notifications, {}, { token })
    expect(list.data).toMatchObject({
      items: [{ content: expect.stringContaining('2.00\u00a0USD'), read: false }, { read: false }],
    })
    const { items, watermark } = list.data
    await notify(customer_id, '3.00')
    const all = await p.call(notificationsRead, { watermark }, { token })
    expect(all.data).toEqual({ unread_total: 1 })
    const unread = await p.call(unreadCount, {}, { token })
    expect(unread.data).toEqual({ unread_total: 1 })
    const again = await p.call(
      notificationsRead,
      { notification_id: items[0]?.notification_id ?? '' },
      { token },
    )
    expect(again.data).toEqual({ unread_total: 1 })
    const sorted = await p.call(notifications, { limit: 2 }, { token })
    expect(sorted.data.items.map((one) => one.read)).toEqual([false, true])
    const rest = await p.call(notifications, { limit: 2, cursor: sorted.data.next_cursor ?? '' }, { token })
    expect(rest.data).toMatchObject({ items: [{ read: true }], next_cursor: null })
  })

  test('another customer’s can’t be read or marked', async () => {
    const owner = await buildCustomer(p.services)
    const other = await buildCustomer(p.services)
    await notify(owner.customer_id, '1.00')
    const { data } = await p.call(notifications, {}, { token: owner.token })
    const notification_id = data.items[0]?.notification_id ?? ''
    expect((await p.call(notifications, {}, { token: other.token })).data.items).toEqual([])
    const marked = await p.call(notificationsRead, { notification_id }, { token: other.token })
    expect(marked).toMatchObject({ code: 405, data: { reason: 'notification_not_found' } })
    expect((await p.call(unreadCount, {}, { token: owner.token })).data).toEqual({ unread_total: 1 })
  })
})

describe('chat', () => {
  test('a message sent twice is one message; other words under its id are refused', async () => {
    const { token } = await buildCustomer(p.services)
    const request_id = randomUUID()
    const first = await p.call(chatSend, { request_id, text: 'hello' }, { token })
    const second = await p.call(chatSend, { request_id, text: 'hello' }, { token })
    expect(second.data).toEqual(first.data)
    const other = await p.call(chatSend, { request_id, text: 'something else' }, { token })
    expect(other).toMatchObject({ code: 405, data: { reason: 'request_id_reused' } })
    expect((await p.call(chatList, {}, { token })).data.items).toHaveLength(1)
  })

  test('service reads and answers; what came after is asked for alone; reading is marked', async () => {
    const customer = await buildCustomer(p.services)
    const { token, username } = customer
    const { maker } = await buildStaff(p.services)
    const sent = await p.call(chatSend, { request_id: randomUUID(), text: 'a question' }, { token })
    await staffVerb('answer-chat').run(p.services, maker, { customer: username, text: 'an answer' })
    const after = await p.call(chatList, { after: String(sent.data.revision) }, { token })
    // The read mark on one's own message is a change as well, and follows the answer that caused it.
    expect(after.data.items).toMatchObject([
      { author: 'service', text: 'an answer', read_at: null },
      { author: 'customer', read_at: expect.any(String) },
    ])
    const message_id = after.data.items[0]?.message_id ?? ''
    await p.call(chatRead, { message_id }, { token })
    const [newest, oldest] = (await p.call(chatList, {}, { token })).data.items
    expect(newest?.read_at).not.toBeNull()
    expect(oldest?.read_at).not.toBeNull()
    await p.drain()
    expect((await p.call(unreadCount, {}, { token })).data.unread_total).toBe(1)
  })

  test('deposit details come from the program, with the customer’s own reference, in the legal entity’s name', async () => {
    const one = await buildCustomer(p.services)
    const two = await buildCustomer(p.services)
    const request_id = randomUUID()
    const first = await p.call(depositDetails, { request_id }, { token: one.token })
    expect(first.data).toMatchObject({
      message: { author: 'program', kind: 'deposit_details' },
      account_holder: 'Adtally sandbox',
    })
    const again = await p.call(depositDetails, { request_id }, { token: one.token })
    expect(again.data).toEqual(first.data)
    const other = await p.call(depositDetails, { request_id: randomUUID() }, { token: two.token })
    expect(other.data.reference).not.toBe(first.data.reference)
  })

  test('a customer can’t speak as the program, nor read another’s chat', async () => {
    const one = await buildCustomer(p.services)
    const two = await buildCustomer(p.services)
    const sent = await p.call(chatSend, { request_id: randomUUID(), text: 'private' }, { token: one.token })
    expect(sent.data.author).toBe('customer')
    expect((await p.call(chatList, {}, { token: two.token })).data.items).toEqual([])
    const read = await p.call(chatRead, { message_id: sent.data.message_id }, { token: two.token })
    expect(read).toMatchObject({ code: 405, data: { reason: 'record_not_found' } })
  })
})
