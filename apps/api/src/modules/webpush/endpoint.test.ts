import { webPushState, webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { browserKeys } from './testing/push-service.ts'

const names = new Map<string, string[]>()
const asked: string[] = []
const p = await testProgram()
afterAll(() => p.close())
// As in the real program, only addresses on the public internet are allowed.
p.services.webpush.bounds.resolve = async (name) => {
  asked.push(name)
  return names.get(name) ?? Promise.reject(new Error('ENOTFOUND'))
}
const customer = await buildCustomer(p.services)

const keys = browserKeys()
const KEYS = { p256dh: keys.pair.getPublicKey('base64url'), auth: keys.auth.toString('base64url') }

async function turnOn(endpoint: string) {
  const { code, data } = await p.call(webPushTurnOn, { endpoint, ...KEYS }, { token: customer.token })
  return code === 200 ? 'on' : `${data.reason} ${data.field}`
}
const REFUSED = 'webpush_endpoint_refused endpoint'

test('control: a host of the public internet over https is taken', async () => {
  names.set('push.example', ['1.1.1.1', '2606:4700::1111'])
  expect(await turnOn('https://push.example/a?b=c')).toBe('on')
})

describe('no device is reached at an address of this network', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
  ])('%s [proof 521]', async (endpoint) => {
    expect(await turnOn(endpoint)).toBe(REFUSED)
  })

  test.each([
    ['by one of its addresses', ['1.1.1.1', '192.168.0.1']],
    ['mapped into IPv6', ['::ffff:10.0.0.1']],
    ['of this machine', ['127.0.0.1']],
  ])('by a name either, %s; nor is it told what a name leads to', async (_which, addresses) => {
    names.set('inside.example', addresses)
    expect(await turnOn('https://inside.example/')).toBe(REFUSED)
    expect(await turnOn('https://nobody.example/')).toBe(REFUSED)
  })
})

test.each([
  'http://push.example/',
  'https://push.example:8443/',
  'https://ann:secret@push.example/',
  'ftp://push.example/',
  'wss://push.example/',
  'push.example',
  'https://push.example\\@127.0.0.1/',
])('%s is not looked up', async (endpoint) => {
  asked.length = 0
  expect(await turnOn(endpoint)).toBe(REFUSED)
  expect(asked).toEqual([])
})

test('a key that nobody could read by is refused', async () => {
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
  const input = { endpoint: 'https://push.example/', ...KEYS, p256dh }
  const { data } = await p.call(webPushTurnOn, input, { token: customer.token })
  expect(data).toMatchObject({ reason: 'field_invalid', field: 'p256dh' })
})

test('names are looked up one at a time of a customer, and a few in all', async () => {
  let lookUp = () => {}
  names.set('slow.example', ['1.1.1.1'])
  const { bounds } = p.services.webpush
  const { resolve } = bounds
  bounds.resolve = () =>
    new Promise((found) => {
      lookUp = () => found(['1.1.1.1'])
    })
  const first = turnOn('https://slow.example/')
  await expect.poll(() => turnOn('https://slow.example/')).toContain('too_many_requests')
  lookUp()
  expect(await first).toBe('on')
  if (resolve) bounds.resolve = resolve
})

test('nobody turns it on who is not logged in', async () => {
  const input = { endpoint: 'https://push.example/', ...KEYS }
  expect((await p.call(webPushTurnOn, input)).data.reason).toBe('not_signed_in')
  expect((await p.call(webPushState, {})).data.reason).toBe('not_signed_in')
})
