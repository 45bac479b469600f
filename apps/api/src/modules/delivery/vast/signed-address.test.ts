import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { addFilmProduct } from '../testing/film-market.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const BUNDLE_ID = 'example.gazette.films'
const STORE_URL = 'https://store.example/apps/films'
const DEVICE = 'device-of-an-app-1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { clock } = t.services
const { publisher_id } = market

type Terms = { app_key: string; placement: string; device?: string; now_ms?: number }
type Sign = (terms: Terms) => string
const written = z.object({ filmAddress: z.custom<Sign>((value) => typeof value === 'function') })

/** The function that publishers are told to sign by. */
async function signAsWritten(): Promise<Sign> {
  const page = readFileSync(new URL('../../../../../../docs/publishers.md', import.meta.url), 'utf8')
  const [, script = ''] = /^## A player of films in an app$[\s\S]*?```js\n([\s\S]*?)\n```/m.exec(page) ?? []
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(script)}`)
  return written.parse(module).filmAddress
}

const filmAddress = await signAsWritten()
const issueKey = async (bundle_id = BUNDLE_ID) => {
  const wanted = { publisher_id, bundle_id, reason: 'The app goes live' }
  const { app_key } = await market.office.check('issue-app-key', wanted)
  await t.services.delivery.refresh()
  return String(app_key)
}
const newPlacement = (bundle_id = BUNDLE_ID) =>
  market.addPlacement({ format: 'video', bundle_id, store_url: STORE_URL })

let placement = ''
let app_key = ''

beforeAll(async () => {
  const product_id = await addFilmProduct(market, 'games_films')
  placement = (await newPlacement()).key
  app_key = await issueKey()
  const customer = await market.customerWith('100.00')
  await market.place(customer.customer_id, 50_000_000n, product_id, 1)
  await t.services.delivery.refresh()
})

/** A signed address, by the program's clock. */
const signed = (terms: Partial<Terms> = {}) =>
  new URL(filmAddress({ app_key, placement, device: DEVICE, now_ms: clock.now_ms(), ...terms }))

/** Why the program shows nothing, or that it does. */
async function answerTo({ pathname, search }: URL, headers: Record<string, string> = {}): Promise<string> {
  const sent = { 'user-agent': PHONE, ...headers }
  const { statusCode, body } = await t.server.inject({ url: pathname + search, headers: sent })
  if (statusCode !== 200) return `${statusCode}`
  return body.includes('<InLine>') ? 'filled' : (/reason=(\w+)/.exec(body)?.[1] ?? '')
}

/** An address with other parameters than were signed. */
function changed(address: URL, change: (query: URLSearchParams) => void): URL {
  const other = new URL(address)
  change(other.searchParams)
  return other
}

let early = 0
/** The first request waits until the plan's budget has been leased. */
async function budgetIsLeased(): Promise<void> {
  early += 1
  const device = `device-that-was-early-${early}`
  await expect.poll(() => answerTo(signed({ device }))).toBe('filled')
}

describe('an address that an app’s server signs', () => {
  test('is answered as the page for publishers writes it, with a device and without, and charged once [proof 1143]', async () => {
    await budgetIsLeased()
    expect(await answerTo(signed())).toBe('filled')
    expect(await answerTo(signed({ device: '' }))).toBe('filled')
    const { pathname: path, search } = signed({ device: 'device-that-is-charged-1' })
    const headers = { 'user-agent': PHONE }
    const { body } = await t.server.inject({ url: path + search, headers })
    const [token = ''] = /(?<=[?&]t=)[\w-]+/.exec(body) ?? []
    for (let time = 0; time < 2; time += 1)
      await t.server.inject({ url: `/delivery/v1/pixel?t=${token}&k=impression`, headers })
    const events = await t.db.asOwner(
      'select kind, charge_micros > 0 as is_charged, rule from delivery.events',
    )
    expect(events).toEqual([{ kind: 'impression', is_charged: true, rule: null }])
    const more = changed(signed(), (query) => query.set('keywords', 'chess'))
    expect(await answerTo(more)).toBe('filled')
    expect(await answerTo(more, { authorization: `Bearer ${'A'.repeat(43)}` })).toBe('filled')
    const { pathname } = signed()
    expect(await answerTo(new URL(pathname, 'https://ads.example'))).toBe('app_key_unknown')
  })

  test('is of no use elsewhere, for others, or later than it says [proof 1144]', async () => {
    await budgetIsLeased()
    const address = signed()
    const other = (await newPlacement()).key
    await t.services.delivery.refresh()
    const moved = new URL(address)
    moved.pathname = moved.pathname.replace(placement, other)
    const set = (name: string, value: string) => changed(address, (query) => query.set(name, value))
    const signature = address.searchParams.get('signature') ?? ''
    const turned = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    // The same bytes: only the first two bits of the last letter are theirs.
    const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelt = signature.slice(0, -1) + BASE64URL[BASE64URL.indexOf(signature.slice(-1)) + 1]
    expect(Buffer.from(respelt, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    const tried: Record<string, [URL, string]> = {
      'with its signature written otherwise': [set('signature', respelt), 'app_key_unknown'],
      'on another placement of the app': [moved, 'app_key_unknown'],
      'for another device': [set('device', 'device-of-a-thief-1'), 'app_key_unknown'],
      'for no device': [changed(address, (query) => query.delete('device')), 'app_key_unknown'],
      'for longer': [set('expires_ms', `${clock.now_ms() + 599_000}`), 'app_key_unknown'],
      'with another signature': [set('signature', turned), 'app_key_unknown'],
      'with none': [changed(address, (query) => query.delete('signature')), 'app_key_unknown'],
      'with half a signature': [set('signature', signature.slice(0, 43)), '400'],
      'with a time that is none': [set('expires_ms', 'soon'), '400'],
      'with two devices': [changed(address, (query) => query.append('device', 'device-of-a-thief-1')), '400'],
      'that is good for longer than may be': [
        signed({ now_ms: clock.now_ms() + 310_000 }),
        'address_expired',
      ],
      'that is past its time': [signed({ now_ms: clock.now_ms() - 300_001 }), 'address_expired'],
      'control: as it was signed': [address, 'filled'],
    }
    for (const [how, [url, answer]] of Object.entries(tried)) expect(await answerTo(url), how).toBe(answer)

    const on_page: Record<string, string>[] = [
      { origin: market.origin },
      { origin: 'null' },
      { referer: 'https://elsewhere.example/' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of on_page) expect(await answerTo(address, headers)).toBe('asked_by_browser')
    await t.advance(300_001)
    expect(await answerTo(address)).toBe('address_expired')
  })

  test('that is leaked shows its device no more than the device may see [proof 1145]', async () => {
    await budgetIsLeased()
    const address = signed({ device: 'device-of-a-leak-1' })
    const answers: string[] = []
    for (let time = 0; time < 12; time += 1) answers.push(await answerTo(address))
    expect(answers.filter((answer) => answer === 'filled').length).toBeLessThanOrEqual(4)
    expect(answers.at(-1)).toBe('device_cap')
  })

  test('ends with its key, and is signed by nothing that the database keeps, nor by another app’s key [proof 1146]', async () => {
    await budgetIsLeased()
    const [row] = await t.db.asOwner<{ key_hash: Buffer; public_key: Buffer }>(
      'select key_hash, public_key from marketplace.app_keys where replaced_at is null limit 1',
    )
    await newPlacement('example.gazette.other')
    const others = await issueKey('example.gazette.other')
    const kept = [row?.key_hash, row?.public_key].map((bytes) => bytes?.toString('base64url') ?? '')
    for (const key of [...kept, others]) {
      expect(Buffer.from(key, 'base64url')).toHaveLength(32)
      expect(await answerTo(signed({ app_key: key }))).toBe('app_key_unknown')
    }
    const address = signed({ device: 'device-of-the-last-1' })
    expect(await answerTo(address)).toBe('filled')
    app_key = await issueKey()
    expect(await answerTo(address)).toBe('app_key_unknown')
    expect(await answerTo(signed({ device: 'device-of-the-last-1' }))).toBe('filled')
  })
})
