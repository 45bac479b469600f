import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { eventIdOf } from './events/event-ids.ts'
import { settleBooks } from './index.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const ELSEWHERE = 'https://elsewhere.example'
const BUNDLE_ID = 'example.gazette.reader'
const STORE_URL = 'https://store.example/apps/gazette'

type Headers = Record<string, string>

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('450.00')
await market.place(customer_id, 300_000_000n)
const app = await market.addPlacement({ bundle_id: BUNDLE_ID, store_url: STORE_URL })
const { publisher_id } = market
const on_page = { origin: market.origin }
const in_app = { authorization: `Bearer ${await issueKey()}` }
await t.services.delivery.refresh()

let devices = 0

async function issueKey(flags: Headers = {}): Promise<string> {
  const wanted = { publisher_id, bundle_id: BUNDLE_ID, reason: 'The app goes live', ...flags }
  return String((await market.office.check('issue-app-key', wanted)).app_key)
}

async function ask(placement: string, headers: Headers, more: Headers = {}) {
  devices += 1
  const query = new URLSearchParams({ placement, device: `device-of-places-${devices}`, ...more })
  const sent = { 'user-agent': PHONE, ...headers }
  return (await t.server.inject({ url: `/delivery/v1/decision?${query}`, headers: sent })).json()
}

const reasonOf = async (placement: string, headers: Headers, more?: Headers): Promise<string> =>
  (await ask(placement, headers, more)).reason ?? 'filled'

/** Reports an event, carries it into the books; answers what it cost and by which rule it is invalid. */
async function told(token: string, kind: 'impression' | 'click', headers: Headers) {
  const sent = { 'user-agent': PHONE, ...headers }
  const payload = { token, kind }
  if (kind === 'click') await t.server.inject({ url: `/delivery/v1/click/${token}`, headers: sent })
  else await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers: sent, payload })
  await settleBooks(t.services)
  const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
  if (typeof opened === 'string') throw new Error(opened)
  const [row] = await t.db.asOwner<{ rule: string | null }>(
    'select rule from delivery.events where decision_id = $1 and kind = $2',
    [eventIdOf(opened.ids, 'decision_id'), kind],
  )
  return row?.rule
}

const spent = async (): Promise<string> => {
  const [row] = await t.db.asOwner<{ sum: string }>(
    'select coalesce(sum(charge_micros), 0)::text as sum from delivery.events where rule is null',
  )
  return row?.sum ?? ''
}

describe('a site’s placement', () => {
  test.each<[string, Headers, string]>([
    ['a request without any page, as curl sends it', {}, 'page_missing'],
    ['the same with the key of the publisher’s app', in_app, 'page_missing'],
    ['a foreign site', { origin: ELSEWHERE }, 'page_unknown'],
    ['a foreign site’s referrer', { referer: `${ELSEWHERE}/page` }, 'page_unknown'],
    [
      'a foreign site that forges a referrer beside its origin',
      { origin: ELSEWHERE, referer: `${market.origin}/` },
      'page_unknown',
    ],
    ['a sandboxed frame that forges one', { origin: 'null', referer: `${market.origin}/` }, 'page_unknown'],
    ['a browser that hides its page', { 'sec-fetch-site': 'cross-site' }, 'page_unknown'],
    ['control: a page of the publisher’s', on_page, 'filled'],
    ['control: the same by its referrer', { referer: `${market.origin}/story` }, 'filled'],
  ])('is asked for by %s [proof 976]', async (_who, headers, reason) => {
    expect(await reasonOf(market.placement_key, headers)).toBe(reason)
  })

  test('on hosts of its own is filled on these and their subdomains alone', async () => {
    const host = `news.${new URL(market.origin).host}`
    const { key } = await market.addPlacement({ hosts: host })
    await t.services.delivery.refresh()
    expect(await reasonOf(key, on_page)).toBe('page_unknown')
    expect(await reasonOf(key, { origin: `https://${host}` })).toBe('filled')
    expect(await reasonOf(key, { origin: `https://sport.${host}` })).toBe('filled')
    expect(await reasonOf(key, { origin: `https://${host}` }, { around: market.origin })).toBe('page_unknown')
  })

  test.each<[string, Headers, string | null]>([
    ['what no page sends', {}, 'foreign_page'],
    ['what a sandboxed frame sends', { origin: 'null' }, 'foreign_page'],
    ['what a foreign page sends', { origin: ELSEWHERE }, 'foreign_page'],
    ['control: what the page sends', on_page, null],
  ])('charges for no impression by %s [proof 977]', async (_what, headers, rule) => {
    const { token } = await ask(market.placement_key, on_page)
    const before = await spent()
    expect(await told(token, 'impression', headers)).toBe(rule)
    expect((await spent()) === before).toBe(rule !== null)
  })

  test('takes a tap that hides its page, and none from a foreign one', async () => {
    const [hidden, foreign] = [
      await ask(market.placement_key, on_page),
      await ask(market.placement_key, on_page),
    ]
    expect(await told(hidden.token, 'click', {})).toBeNull()
    expect(await told(foreign.token, 'click', { referer: `${ELSEWHERE}/` })).toBe('foreign_page')
  })
})

describe('an app’s placement', () => {
  test.each<[string, Headers, string]>([
    ['nobody in particular', {}, 'app_key_unknown'],
    ['a key that was never given', { authorization: `Bearer ${'A'.repeat(43)}` }, 'app_key_unknown'],
    ['the placement’s own public key', { authorization: `Bearer ${app.key}` }, 'app_key_unknown'],
    ['a page of the publisher’s', on_page, 'asked_by_browser'],
    ['a page that the app’s key leaked to', { ...in_app, ...on_page }, 'asked_by_browser'],
    ['the same in a sandboxed frame', { ...in_app, origin: 'null' }, 'asked_by_browser'],
    [
      'the same in a worker that hides its page',
      { ...in_app, 'sec-fetch-site': 'cross-site' },
      'asked_by_browser',
    ],
    ['control: the app', in_app, 'filled'],
  ])('is asked for by %s [proof 978]', async (_who, headers, reason) => {
    expect(await reasonOf(app.key, headers)).toBe(reason)
  })

  test('has a key that a page is not even let send: browsers ask first, and are told of no such field', async () => {
    const { headers } = await t.server.inject({
      method: 'OPTIONS',
      url: '/delivery/v1/decisions',
      headers: { ...on_page, 'access-control-request-headers': 'authorization' },
    })
    expect(headers['access-control-allow-headers']).toBe('content-type')
  })

  test('several placements are asked for by one key, and by another app’s none', async () => {
    const other = await market.addPlacement({ bundle_id: 'example.gazette.other', store_url: STORE_URL })
    const other_key = await issueKey({ bundle_id: 'example.gazette.other' })
    const second = await market.addPlacement({ bundle_id: BUNDLE_ID, store_url: STORE_URL })
    await t.services.delivery.refresh()
    expect(await reasonOf(second.key, in_app)).toBe('filled')
    const slots = [{ placement: app.key }, { placement: second.key }, { placement: market.placement_key }]
    const { decisions } = (
      await t.server.inject({
        method: 'POST',
        url: '/delivery/v1/decisions',
        headers: { 'user-agent': PHONE, 'content-type': 'application/json', ...in_app },
        payload: { slots, device: 'device-of-several-places' },
      })
    ).json()
    expect(decisions.map(({ reason }: { reason?: string }) => reason ?? 'filled')).toEqual([
      'filled',
      'filled',
      'page_missing',
    ])
    expect(await reasonOf(other.key, in_app)).toBe('app_key_unknown')
    expect(await reasonOf(other.key, { authorization: `Bearer ${other_key}` })).toBe('filled')
  })

  test('charges what the app reports, and nothing that a page does [proof 979]', async () => {
    const [own, leaked, framed, tapped] = [
      await ask(app.key, in_app),
      await ask(app.key, in_app),
      await ask(app.key, in_app),
      await ask(app.key, in_app),
    ]
    expect(await told(own.token, 'impression', {})).toBeNull()
    expect(await told(leaked.token, 'impression', on_page)).toBe('foreign_page')
    expect(await told(framed.token, 'impression', { origin: 'null' })).toBe('foreign_page')
    // The visitor's browser opens it, from no page.
    expect(await told(tapped.token, 'click', { 'sec-fetch-site': 'none' })).toBeNull()
  })

  test('takes a new key at once, and the old one no more; the key is kept as a hash alone [proof 980]', async () => {
    const { key } = await market.addPlacement({ bundle_id: 'example.gazette.kiosk', store_url: STORE_URL })
    const by = (app_key: string) => ({ authorization: `Bearer ${app_key}` })
    const first = await issueKey({ bundle_id: 'example.gazette.kiosk' })
    await t.services.delivery.refresh()
    expect(await reasonOf(key, by(first))).toBe('filled')
    const second = await issueKey({ bundle_id: 'example.gazette.kiosk', reason: 'It leaked' })
    await t.services.delivery.refresh()
    expect([await reasonOf(key, by(first)), await reasonOf(key, by(second))]).toEqual([
      'app_key_unknown',
      'filled',
    ])
    const rows = await t.db.asOwner<{ text: string }>(
      'select app_keys::text as text from marketplace.app_keys',
    )
    const hash = Buffer.from(first, 'base64url').toString('hex')
    for (const { text } of rows) expect(text.includes(first) || text.includes(hash)).toBe(false)
  })

  test('insider: the office’s login gives it no key in nobody’s name, and revives none [proof 1093]', async () => {
    const say = (statement: string) => saidByLogin(t.db.logins.office, statement)
    const planted = `insert into marketplace.app_keys (app_key_id, publisher_id, bundle_id, key_hash, public_key, created_at, issued_by)
      select gen_random_uuid(), '${publisher_id}', 'example.gazette.planted', sha256('mine'), sha256('mine, too'), platform.now(), staff_id
      from operators.staff limit 1`
    expect(await say(planted)).toMatch(/whose session did not write it/)
    expect(await say('update marketplace.app_keys set replaced_at = null')).toMatch(
      /that has ended stays ended/,
    )
    await t.db.asOwner('alter table marketplace.app_keys disable trigger issued_by_its_person')
    expect(await say(planted), 'control: nobody asks whose act it is').toBe('done')
    await t.db.asOwner('alter table marketplace.app_keys enable always trigger issued_by_its_person')
  })

  test('has no key before staff give it one, and an app without a placement gets none', async () => {
    const { key } = await market.addPlacement({ bundle_id: 'example.gazette.new', store_url: STORE_URL })
    await t.services.delivery.refresh()
    expect(await reasonOf(key, in_app)).toBe('app_key_unknown')
    await expect(issueKey({ bundle_id: 'example.gazette.none' })).rejects.toMatchObject({
      reason: 'record_not_found',
    })
  })
})

test.each<[string, Headers, string, string]>([
  ['a host that is not the publisher’s', { hosts: 'elsewhere.example' }, 'field_invalid', 'hosts'],
  [
    'a host beside an app',
    { hosts: 'x', bundle_id: BUNDLE_ID, store_url: STORE_URL },
    'field_invalid',
    'hosts',
  ],
  ['an app that no store lists', { bundle_id: BUNDLE_ID }, 'field_required', 'store_url'],
  ['a store’s page without its app', { store_url: STORE_URL }, 'field_required', 'bundle_id'],
  [
    'a store over http',
    { bundle_id: BUNDLE_ID, store_url: 'http://store.example' },
    'field_invalid',
    'store_url',
  ],
])('a placement is not made with %s', async (_what, flags, reason, field) => {
  await expect(market.addPlacement(flags)).rejects.toMatchObject({ reason, details: { field } })
})

describe('what a publisher blocks', () => {
  const block = async (flags: Record<string, string | boolean>) => {
    await market.office.decide('block-for-publisher', { publisher_id, reason: 'asked for by it', ...flags })
    await t.services.delivery.refresh()
  }

  test('by category or the landing page’s domain is shown on none of its placements [proof 981]', async () => {
    expect(await reasonOf(market.placement_key, on_page)).toBe('filled')
    await block({ categories: 'games_puzzle' })
    expect(await reasonOf(market.placement_key, on_page)).toBe('blocked')
    expect(await reasonOf(app.key, in_app)).toBe('blocked')
    // With its parts.
    await block({ categories: 'games' })
    expect(await reasonOf(market.placement_key, on_page)).toBe('blocked')
    await block({ categories: 'games_puz' })
    expect(await reasonOf(market.placement_key, on_page), 'control: no part of it').toBe('filled')
    await block({ advertiser_domains: 'shop.example' })
    expect(await reasonOf(market.placement_key, on_page)).toBe('blocked')
    // Control: others are shown.
    await block({ categories: 'gambling', advertiser_domains: 'play.shop.example,op.example' })
    expect(await reasonOf(market.placement_key, on_page)).toBe('filled')
  })

  test.each([
    ['categories', 'nonsense'],
    ['categories', 'games_puzzle,gameses'],
    ['categories', 'games_'],
    ['advertiser_domains', 'com'],
    ['advertiser_domains', 'shop.example,co.uk'],
    ['advertiser_domains', 'localhost'],
    ['advertiser_domains', '0x7f.1'],
  ])('names something that there may be: not --%s %s [proof 1103]', async (flag, value) => {
    const asked = { publisher_id, reason: 'asked for by it', [flag]: value }
    await expect(market.office.run('block-for-publisher', asked)).rejects.toMatchObject({
      reason: 'field_invalid',
      details: { field: flag, bounds: { example: expect.any(String) } },
    })
  })

  test('control: parts of listed categories and domains that somebody has registered', async () => {
    const named = { categories: 'gambling_poker,dating', advertiser_domains: 'op.example,play.op.co.uk' }
    await block(named)
    expect(await reasonOf(market.placement_key, on_page)).toBe('filled')
  })

  test('leaves what is of none of it, and all is taken back by who says so alone [proof 1456]', async () => {
    const product_id = await market.addProduct({ category: 'tools' })
    const plan_id = await market.place(customer_id, 50_000_000n, product_id)
    await block({ categories: 'games_puzzle' })
    const { token } = await ask(market.placement_key, on_page)
    const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
    expect(typeof opened !== 'string' && eventIdOf(opened.ids, 'plan_id')).toBe(plan_id)
    await expect(block({})).rejects.toMatchObject({ reason: 'field_required' })
    await expect(block({ categories: 'games', unblock_all: true })).rejects.toMatchObject({
      ...{ reason: 'field_invalid', details: { field: 'unblock_all' } },
    })
    await block({ unblock_all: true })
    expect(await reasonOf(market.placement_key, on_page)).toBe('filled')
  })

  test('is two people’s: nobody writes it without an approval [proof 982]', async () => {
    const { proposal_id } = await market.office.run('block-for-publisher', {
      ...{ publisher_id, unblock_all: true, reason: 'alone' },
    })
    const write = `insert into marketplace.publisher_blocks (block_id, proposal_id, publisher_id, categories, advertiser_domains)
      values (gen_random_uuid(), '${proposal_id}', '${publisher_id}', '{}', '{}')`
    await expectRefusedByGuard(
      t.db.asOwner,
      ['marketplace.publisher_blocks', 'approved'],
      () => saidByLogin(t.db.logins.office, write),
      /nobody approved \{publisher.block\}/,
    )
  })
})
