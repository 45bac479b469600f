import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { hashOfExchangeKey } from '../../marketplace/index.ts'
import { settleBooks } from '../index.ts'
import { auctioneer, bannerRequest, bidsIn, newAddress, PHONE } from '../testing/auction.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('500.00')
await market.place(customer_id, 100_000_000n, market.product_id, 1)
const { office } = market
const made = await office.decide('create-publisher', {
  name: 'Bazaar',
  legal_name: 'Bazaar Exchange Ltd',
  account_name: 'Bazaar Exchange Ltd',
  domain: 'bazaar.example',
  evidence_hash: 'ab'.repeat(32),
  reason: 'documents seen',
})
const publisher_id = String(made.publisher_id)
const { key: placement_key } = await market.addPlacement({ publisher_id })
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const reason = 'the contract is signed'
const given = await office.decide('give-exchange-key', { publisher_id, reason })
const exchange_key = String(given.exchange_key)
await t.services.delivery.refresh()

/** A request as an exchange tells it of somebody's phone. */
function told(members: object = {}, device: object = {}) {
  return bannerRequest(placement_key, {
    site: { page: 'https://a-paper.example/article' },
    device: { ua: PHONE, ip: newAddress(), language: 'de', ...device },
    ...members,
  })
}

async function eventOf(decision_id: string) {
  await settleBooks(t.services)
  const rows = await t.db.asOwner<{
    publisher_id: string
    charge_micros: bigint
    rule: string | null
    user_agent: string
  }>(
    `select publisher_id, charge_micros, rule, user_agent from delivery.events left join delivery.agents using (agent)
    where decision_id = $1`,
    [decision_id],
  )
  return rows
}

test('an exchange bids by a key that two people gave, shown once and kept as a hash; its visitor is judged, not its machine [proof 1016]', async () => {
  const exchange = auctioneer(t.server, { key: exchange_key })
  const [bid] = bidsIn(await exchange.ask(told()))
  expect(bid).toMatchObject({ price: 1.6 })
  // From the exchange's machine, by a program of its own that no browser is.
  expect((await exchange.tell(bid?.burl ?? '')).statusCode).toBe(204)
  expect(await eventOf(bid?.id ?? '')).toEqual([
    { publisher_id, charge_micros: 2_000n, rule: null, user_agent: PHONE },
  ])
  const visitors = await t.db.asOwner<{ address: bigint }>(
    'select address from delivery.events where decision_id = $1',
    [bid?.id],
  )
  const now_ms = t.services.clock.now_ms()
  const machine = t.services.delivery.visitors.address('203.0.113.9', now_ms).readBigInt64BE()
  expect(visitors.map(({ address }) => address === machine)).toEqual([false])
  const rows = await t.db.asOwner<{ key_hash: Buffer }>('select key_hash from marketplace.exchange_keys')
  expect(rows).toEqual([{ key_hash: hashOfExchangeKey(exchange_key) }])
  const kept = await t.db.asOwner<{ texts: string }>(
    `select coalesce(string_agg(payload::text, ''), '') as texts from operators.proposals`,
  )
  expect(kept[0]?.texts).not.toContain(exchange_key)

  // A notice that names another agent, or another bid's, is judged by who tells it.
  const [other] = bidsIn(await exchange.ask(told()))
  const forged = (other?.burl ?? '').replace(
    /agent=[^&]+/,
    `agent=${Buffer.from(TABLET).toString('base64url')}`,
  )
  expect((await exchange.tell(forged)).statusCode).toBe(204)
  expect(await eventOf(other?.id ?? '')).toMatchObject([{ rule: 'known_crawler' }])
})

test('an exchange’s visitors are judged by what it tells of them: crawlers, children, consent [proof 1017]', async () => {
  const exchange = auctioneer(t.server, { key: exchange_key })
  expect(bidsIn(await exchange.ask(told({}, { ua: 'Googlebot/2.1' })))).toEqual([])
  expect(bidsIn(await exchange.ask(told({}, { ua: undefined })))).toEqual([])
  const consentOf = async (members: object, device: object) => {
    const [bid] = bidsIn(await exchange.ask(told(members, device)))
    const token = /\/won\/([^?]+)/.exec(bid?.burl ?? '')?.[1] ?? ''
    const content = t.services.delivery.codec.open(token, t.services.clock.now_ms())
    return typeof content === 'string' ? content : content.consent
  }
  const ifa = newId()
  expect(await consentOf({}, { ifa })).toEqual({ storage: true, opted_out: false })
  expect(await consentOf({ regs: { gdpr: 1 } }, { ifa })).toEqual({ storage: false, opted_out: false })
  expect(await consentOf({ regs: { coppa: 1 } }, { ifa })).toEqual({ storage: false, opted_out: true })
  expect(await consentOf({}, { ifa, lmt: 1 })).toEqual({ storage: false, opted_out: true })
  // A chain that ends elsewhere is somebody else's supply.
  const chain = (asi: string) => ({
    source: { schain: { complete: 1, ver: '1.0', nodes: [{ asi, sid: '1' }] } },
  })
  expect(bidsIn(await exchange.ask(told(chain('bazaar.example'))))).toHaveLength(1)
  expect(bidsIn(await exchange.ask(told(chain('elsewhere.example'))))).toEqual([])
})

test('an exchange gets no bid for what is no page, its reason counted [proof 1102]', async () => {
  const exchange = auctioneer(t.server, { key: exchange_key })
  const unknown = async () => {
    await t.services.delivery.counters.flush()
    const [row] = await t.db.asOwner<{ count: bigint }>(
      "select coalesce(sum(count), 0)::bigint as count from delivery.decision_counts where outcome = 'page_unknown'",
    )
    return row?.count ?? 0n
  }
  const before = await unknown()
  const pages = [
    'javascript:alert(1)',
    'data:text/html,<p>',
    'about:blank',
    'file:///etc/passwd',
    '',
    'https://',
  ]
  for (const page of pages) {
    expect((await exchange.ask(told({ site: { page } }))).statusCode, page).toBe(204)
  }
  expect(await unknown()).toBe(before + BigInt(pages.length))
  for (const members of [{}, { site: { page: 'http://a-paper.example' } }, { site: {} }, { site: undefined }])
    expect(bidsIn(await exchange.ask(told(members))), 'control').toHaveLength(1)
})

test('an exchange fills its own placements alone, nobody else fills them, and a key that is withdrawn fills nothing [proof 1018]', async () => {
  const exchange = auctioneer(t.server, { key: exchange_key })
  // Another publisher's placement, by the exchange's key.
  expect(
    bidsIn(await exchange.ask({ ...told(), imp: [{ id: '1', tagid: market.placement_key, banner: {} }] })),
  ).toEqual([])
  // The exchange's placement from a page of its domain, by tag, JSON and auction, and with no key or a wrong one.
  const origin = 'https://bazaar.example'
  expect(bidsIn(await auctioneer(t.server, { origin }).ask(told()))).toEqual([])
  const decision = await t.server.inject({
    url: `/delivery/v1/decision?placement=${placement_key}`,
    headers: { origin, 'user-agent': PHONE },
  })
  expect(decision.json()).toMatchObject({ fill: false, reason: 'page_unknown' })
  for (const authorization of [
    `Bearer ${exchange_key}x`,
    'Bearer ',
    `Basic ${exchange_key}`,
    exchange_key,
    `Bearer ${'x'.repeat(5_000)}`,
  ]) {
    const reply = await exchange.ask(told(), { authorization })
    expect([reply.statusCode, reply.body]).toEqual([401, '{"reason":"exchange_unknown"}'])
  }
  // Another key takes the first one's place; withdrawn, none is good.
  const second = String(
    (await office.decide('give-exchange-key', { publisher_id, reason: 'rotation' })).exchange_key,
  )
  await t.services.delivery.refresh()
  expect((await exchange.ask(told())).statusCode).toBe(401)
  const again = auctioneer(t.server, { key: second })
  expect(bidsIn(await again.ask(told()))).toHaveLength(1)
  await office.check('withdraw-exchange-key', { publisher_id, reason: 'it leaked' })
  await t.services.delivery.refresh()
  expect((await again.ask(told())).statusCode).toBe(401)
  // It stays an exchange's placement.
  expect(bidsIn(await auctioneer(t.server, { origin }).ask(told()))).toEqual([])
})

test('insider: no login gives a key or ends an auction by itself, revives a key or forgets a bid [proof 1019]', async () => {
  const insert = `insert into marketplace.exchange_keys (key_id, publisher_id, key_hash, created_at)
    values ('${newId()}', '${publisher_id}', sha256('known'), platform.now())`
  for (const login of ['office', 'delivery', 'api', 'worker'] as const) {
    expect(await saidByLogin(t.db.logins[login], insert), login).toMatch(/permission denied|nobody approved/)
  }
  for (const login of ['api', 'worker', 'office'] as const) {
    expect(
      await saidByLogin(
        t.db.logins[login],
        `select delivery.end_auctions('{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
      ),
      login,
    ).toMatch(/permission denied/)
  }
  expect(await saidByLogin(t.db.logins.delivery, `update delivery.leases set lost_micros = 1`)).toMatch(
    /permission denied/,
  )
  expect(await saidByLogin(t.db.logins.delivery, `delete from delivery.auction_ends`)).toMatch(
    /permission denied/,
  )
  const ended = `update marketplace.exchange_keys set ended_at = platform.now() where ended_at is null`
  const revived = 'update marketplace.exchange_keys set ended_at = null'
  expect(await saidByLogin(t.db.logins.office, ended)).toBe('done')
  expect(await saidByLogin(t.db.logins.office, `${ended}; ${revived}`)).toMatch(/that has ended stays ended/)
  await t.db.asOwner(
    `insert into delivery.auction_ends (decision_id, placement_id, lease_id, outcome, bid_micros, ended_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), outcome, 1, platform.now() - age
     from (values ('lost', interval '1 hour'), ('won', interval '100 days'), ('lost', interval '100 days')) as old (outcome, age)`,
  )
  const forget = (which: string) =>
    saidByLogin(t.db.logins.worker, `delete from delivery.auction_ends where ${which}`)
  expect(await forget("outcome = 'lost'")).toMatch(/may still be asked for/)
  expect(await forget("outcome = 'won'")).toMatch(/may still be asked for/)
  expect(await forget("outcome = 'lost' and ended_at < platform.now() - interval '90 days'")).toBe('done')
})
