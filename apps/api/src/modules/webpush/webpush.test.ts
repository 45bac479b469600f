import { readFileSync } from 'node:fs'
import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { webPushState, webPushTurnOff } from '@adtally/contract/service/webpush.ts'
import { COMPLETE_LANGUAGES } from '@adtally/i18n/languages.ts'
import { isServerKey } from '@adtally/i18n/server.ts'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { asRole } from '../as-role.ts'
import { notifyCustomer, tellCustomer } from '../customer-notice.ts'
import { SECURITY_NOTICES } from '../identity/index.ts'
import { startSending } from './deliver.ts'
import { leadElsewhere, webPushWorld } from './testing/webpush-world.ts'
import { MONEY_NOTICES } from './write-messages.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const w = await webPushWorld()
afterAll(() => w.close())

const DEPOSIT = ['deposit_credited', { amount: '1480.00' }] as const
const PASSWORD = ['login_password_changed'] as const

async function stateOf(token: string) {
  return (await w.p.call(webPushState, {}, { token })).data
}

describe('a device is told', () => {
  test('nothing until its customer turns that on; then of money and security, without amount or name, and of nothing else [proof 520]', async () => {
    const { customer_id, token } = await buildCustomer(w.p.services)
    const device = w.service.newDevice()
    expect((await stateOf(token)).is_on).toBe(false)
    await w.notify(customer_id, ...DEPOSIT)
    expect(await w.rows('messages')).toEqual([])

    await w.turnOn(token, device)
    const { is_on, public_key } = await stateOf(token)
    expect(is_on).toBe(true)
    await w.notify(customer_id, ...DEPOSIT)
    await w.notify(customer_id, ...PASSWORD)
    await w.notify(customer_id, 'feedback_answered', { subject: 'Nothing', text: 'Nothing' })
    expect(await w.send()).toBe(2)
    expect(await w.send()).toBe(0)
    expect(device.received.map(({ payload: { message_id: _, ...said } }) => said)).toEqual([
      {
        kind: 'money',
        language: 'en',
        title: 'Deposit received',
        content: 'Open Adtally to see more.',
      },
      {
        kind: 'security',
        language: 'en',
        title: 'Login password changed',
        content: expect.stringContaining('contact customer service now'),
      },
    ])
    for (const [index, received] of device.received.entries()) {
      expect(received).toMatchObject({
        // All messages have the same length, so that it reveals nothing.
        bytes: 4096,
        urgency: ['normal', 'high'][index],
        public_key,
        audience: `https://push.example:${w.service.port}`,
        contact: expect.stringMatching(/^https:\/\//),
      })
      expect(received.ttl_s).toBeGreaterThan((3 * DAY_MS) / 1000 - 60)
      expect(received.ttl_s).toBeLessThanOrEqual((3 * DAY_MS) / 1000)
    }
    // The ordinary notifications exist as well.
    expect((await w.p.call(notifications, {}, { token })).data.items).toHaveLength(4)
    expect(await w.rows('messages')).toEqual([])
  })

  test('nothing any more once it is turned off, not even what was on its way; off again is off', async () => {
    const { customer, device } = await w.customerWithDevice()
    await w.notify(customer.customer_id, ...DEPOSIT)
    for (let count = 0; count < 2; count += 1) {
      expect((await w.p.call(webPushTurnOff, {}, { token: customer.token })).code).toBe(200)
    }
    await w.notify(customer.customer_id, ...DEPOSIT)
    expect(await w.send()).toBe(0)
    expect(device.received).toEqual([])
    expect((await stateOf(customer.token)).is_on).toBe(false)
  })

  test('in its customer’s language', async () => {
    const { customer, device } = await w.customerWithDevice()
    await w.p.call(userInfoEdit, { language: 'th' }, { token: customer.token })
    await w.notify(customer.customer_id, ...DEPOSIT)
    await w.send()
    expect(device.received[0]?.payload).toMatchObject({ language: 'th', content: 'เปิด Adtally เพื่อดูเพิ่มเติม' })
  })

  test('by the worker, as soon as it is written', async () => {
    const { customer, device } = await w.customerWithDevice()
    const stop = await startSending(asRole(w.p.services, 'worker'))
    onTestFinished(stop)
    await w.notify(customer.customer_id, ...DEPOSIT)
    await expect.poll(() => device.received.length).toBe(1)
  })

  test('nothing of what was before it, though that is told only then; what comes between two addresses of it is told [proof 1460]', async () => {
    const { customer_id, token } = await buildCustomer(w.p.services)
    const device = w.service.newDevice()
    const tell = () =>
      w.p.system((tx) => tellCustomer(tx, customer_id, { message: DEPOSIT[0], values: DEPOSIT[1] }))
    await tell()
    await w.turnOn(token, device)
    await w.p.drain()
    expect(await w.rows('messages')).toEqual([])
    await tell()
    await w.turnOn(token, device)
    await w.p.drain()
    expect(await w.send()).toBe(1)
  })

  test('only if what it tells of is committed', async () => {
    const { customer } = await w.customerWithDevice()
    const failed = w.p.system(async (tx) => {
      const [message] = DEPOSIT
      const notice = { customer_id: customer.customer_id, category: 'activity', message, values: {} } as const
      await notifyCustomer(tx, { ...notice, subject_kind: null, subject_id: null })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await w.p.drain()
    expect(await w.rows('messages')).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])(
    'that says %i has the device no more: it is forgotten [proof 523]',
    async (status) => {
      const { customer, device } = await w.customerWithDevice()
      device.answers.push({ status })
      await w.notify(customer.customer_id, ...DEPOSIT)
      expect(await w.send()).toBe(0)
      expect((await stateOf(customer.token)).is_on).toBe(false)
      await w.notify(customer.customer_id, ...DEPOSIT)
      await w.send()
      expect(device.received).toHaveLength(1)
    },
  )

  test('that is busy is tried again, ever later, not before it wants to be, and what comes too late is not sent [proof 532]', async () => {
    const { customer, device } = await w.customerWithDevice()
    device.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '600' } })
    await w.notify(customer.customer_id, ...DEPOSIT)
    await w.notify(customer.customer_id, ...PASSWORD)
    const tries = async () => {
      await w.send()
      return device.received.length
    }
    // A single try covers all of a device's pending messages.
    expect(await tries()).toBe(1)
    expect(await tries()).toBe(1)
    await w.p.advance(MINUTE_MS)
    expect(await tries()).toBe(2)
    await w.p.advance(9 * MINUTE_MS)
    expect(await tries()).toBe(2)
    await w.p.advance(MINUTE_MS)
    expect(await tries()).toBe(4)
    expect(device.received.map(({ payload }) => payload.kind)).toEqual([
      'money',
      'money',
      'money',
      'security',
    ])
    device.answers.push({ status: 500 })
    await w.notify(customer.customer_id, ...DEPOSIT)
    expect(await tries()).toBe(5)
    await w.p.advance(3 * DAY_MS)
    expect(await tries()).toBe(5)
    expect(await w.rows('messages')).toEqual([])
  })

  test('that will never take a message gets it once, and the next one all the same', async () => {
    const { customer, device } = await w.customerWithDevice()
    device.answers.push({ status: 413 })
    await w.notify(customer.customer_id, ...DEPOSIT)
    await w.notify(customer.customer_id, ...PASSWORD)
    expect(await w.send()).toBe(1)
    expect(device.received.map(({ payload }) => payload.kind)).toEqual(['money', 'security'])
  })

  test('that leads elsewhere is not followed, and one whose name leads into this network by now is not asked [proof 522]', async () => {
    const { customer, device } = await w.customerWithDevice()
    const location = `https://push.example:${w.service.port}/elsewhere`
    for (const status of [301, 302, 307, 308]) {
      device.answers.push({ status, headers: { location } })
      await w.notify(customer.customer_id, ...DEPOSIT)
      expect(await w.send()).toBe(0)
    }
    expect(device.received).toHaveLength(4)
    expect(w.service.strays).toEqual([])
    leadElsewhere(w, '10.0.0.1')
    await w.notify(customer.customer_id, ...DEPOSIT)
    expect(await w.send()).toBe(0)
    expect(device.received).toHaveLength(4)
    expect(await w.rows('messages')).toEqual([])
  })

  test('that nobody believes by its certificate gets nothing', async () => {
    const { customer, device } = await w.customerWithDevice()
    const { bounds } = w.p.services.webpush
    const { certificate_authority = '' } = bounds
    onTestFinished(() => void Object.assign(bounds, { certificate_authority }))
    delete bounds.certificate_authority
    await w.notify(customer.customer_id, ...DEPOSIT)
    expect(await w.send()).toBe(0)
    expect(device.received).toEqual([])
  })
})

test('what goes to a device is sent once, whatever is at work; one that hangs keeps nobody else waiting [proof 533]', async () => {
  const worlds = []
  for (let count = 0; count < 6; count += 1) worlds.push(await w.customerWithDevice())
  const [hanging, ...others] = worlds
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  hanging?.device.answers.push({ status: 201, after })
  for (const { customer } of worlds) await w.notify(customer.customer_id, ...DEPOSIT)
  const sending = Promise.all([w.send(), w.send()])
  await expect.poll(() => others.every(({ device }) => device.received.length === 1)).toBe(true)
  answer()
  const [by_one, by_other] = await sending
  expect(by_one + by_other).toBe(6)
  for (const { device } of worlds) expect(device.received).toHaveLength(1)
})

describe('what a locked screen shows', () => {
  /** The names of a text's ICU arguments. */
  const argumentsOf = (text: string) => [...text.matchAll(/\{\s*(\w+)/g)].map(([, name]) => name)
  const texts = (language: string, path: string): string => {
    const file = `../../../../../packages/i18n/src/catalogues/${language}/server.json`
    const catalogue: unknown = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
    return String(path.split('.').reduce((found, key) => Object(found)[key], catalogue))
  }

  test.each(COMPLETE_LANGUAGES)(
    'in %s holds no amount and no name, and there is a text for all of it [proof 529]',
    (language) => {
      for (const notice of [...MONEY_NOTICES, ...SECURITY_NOTICES]) {
        const key = `notifications.${notice}.title`
        expect(isServerKey(key)).toBe(true)
        expect(['', 'number']).toContain(argumentsOf(texts(language, key)).join())
      }
      for (const notice of SECURITY_NOTICES) {
        const names = argumentsOf(texts(language, `notifications.${notice}.content`)).join()
        expect(['', 'beneficiary_wait_hours']).toContain(names)
      }
      expect(argumentsOf(texts(language, 'webpush.open'))).toEqual(['brand'])
    },
  )
})
