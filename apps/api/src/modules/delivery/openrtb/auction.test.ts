import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { faultsBySchema, SCHEMAS } from '../../../testing/openrtb/published-schema.ts'
import { faultsOfResponse } from '../../../testing/openrtb/response-rules.ts'
import { plant } from '../../../testing/plant.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { keepHouse, settleBooks, verifyStatistics } from '../index.ts'
import { type AnsweredBid, auctioneer, bannerRequest, bidsIn } from '../testing/auction.ts'
import { readAuctionCounts, readLossReasons } from './auction-ends.repository.ts'
import { MACRO } from './notice-urls.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('500.00')
const plan_id = await market.place(customer_id, 100_000_000n, market.product_id, 1)
await t.services.delivery.refresh()
const [{ domain } = { domain: '' }] = await t.db.asOwner<{ domain: string }>(
  'select domain from marketplace.publishers where publisher_id = $1',
  [market.publisher_id],
)
const origin = `https://news.${domain}`
/** A placement's 2.00 less the platform's fifth. */
const BID_MICROS = 1_600_000n

/** A bid for a page's banner, of a visitor of its own. */
async function bidOn(members: object = {}) {
  const page = auctioneer(t.server, { origin })
  const [bid] = bidsIn(await page.ask(bannerRequest(market.placement_key, members)))
  if (!bid) throw new Error('there is no bid')
  return { page, bid }
}

/** What is charged for a bid, and how its auction ended. */
async function charged({ id }: AnsweredBid) {
  await settleBooks(t.services)
  const events = await t.db.asOwner<{ charge_micros: bigint; fee_micros: bigint; rule: string | null }>(
    'select charge_micros, fee_micros, rule from delivery.events where decision_id = $1',
    [id],
  )
  const [end] = await t.db.asOwner<{ outcome: string; bid_micros: bigint; price_micros: bigint | null }>(
    'select outcome, bid_micros, price_micros from delivery.auction_ends where decision_id = $1',
    [id],
  )
  return { events, end }
}

/** Balances that a charge moves: what is left of the plan, the publisher's and the platform's shares of it. */
async function balances(): Promise<bigint[]> {
  await settleBooks(t.services)
  const rows = await t.db.asOwner<{ code: string; balance_micros: bigint }>(
    `select code, sum(credits_posted_micros - debits_posted_micros)::bigint as balance_micros from ledger.accounts
    where subject_id = $1 and code in ('plan_cash', 'publisher_unsettled', 'fee_unearned') group by code`,
    [plan_id],
  )
  return ['plan_cash', 'publisher_unsettled', 'fee_unearned'].map(
    (code) => rows.find((row) => row.code === code)?.balance_micros ?? 0n,
  )
}

async function held(): Promise<bigint> {
  const [row] = await t.db.asOwner<{ held: bigint }>(
    `select coalesce(sum(amount_micros - lost_micros), 0)::bigint as held from delivery.leases
    where plan_id = $1 and closed_at is null`,
    [plan_id],
  )
  return row?.held ?? 0n
}

test('a page’s bid is the publisher’s share of the placement’s price, and its response keeps OpenRTB’s rules [proof 1005]', async () => {
  const page = auctioneer(t.server, { origin })
  const request = bannerRequest(market.placement_key, { site: { page: `${origin}/a` } }, { bidfloor: 1.6 })
  for (const type of ['text/plain', 'application/json']) {
    const reply = await page.ask(request, { 'content-type': type })
    expect(reply.statusCode).toBe(200)
    expect(faultsOfResponse(request, JSON.parse(reply.body))).toEqual([])
    if (SCHEMAS !== undefined) expect(faultsBySchema('BidResponse', JSON.parse(reply.body))).toEqual([])
    const [bid] = bidsIn(reply)
    expect(bid).toMatchObject({ impid: '1', price: 1.6, exp: 300, adomain: ['shop.example'] })
    expect(reply.body).toContain('"price":1.60}')
  }
  const token = /\/won\/([^?]+)/.exec((await bidOn()).bid.burl)?.[1] ?? ''
  const content = t.services.delivery.codec.open(token, t.services.clock.now_ms())
  expect(content).toMatchObject({ channel: 'openrtb', charge_micros: 2_000n, fee_micros: 400n })
})

test('a bid that won is charged what was signed, to the micro-unit, and once however often it is told [proof 1006]', async () => {
  const before = await balances()
  const { page, bid } = await bidOn()
  expect((await page.tell(bid.burl)).statusCode).toBe(204)
  const again = await page.tell(bid.burl)
  expect([again.statusCode, JSON.parse(again.body)]).toEqual([200, { accepted: 0, reason: 'duplicate' }])
  expect(await charged(bid)).toEqual({
    events: [{ charge_micros: 2_000n, fee_micros: 400n, rule: null }],
    end: { outcome: 'won', bid_micros: 1_600_000n, price_micros: 1_600_000n },
  })
  const after = await balances()
  expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([-2_000n, 1_600n, 400n])
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})

test('a lost bid’s money is free again at once, nothing is ever charged for it, and a won one is not lost [proof 1007]', async () => {
  const { page, bid } = await bidOn()
  const before = await held()
  expect((await page.tell(bid.lurl)).statusCode).toBe(204)
  expect(before - (await held())).toBe(2_000n)
  // Told again, it frees nothing more.
  expect((await page.tell(bid.lurl)).statusCode).toBe(204)
  expect(before - (await held())).toBe(2_000n)
  expect(JSON.parse((await page.tell(bid.burl)).body)).toEqual({ accepted: 0, reason: 'bid_lost' })
  expect(await charged(bid)).toMatchObject({ events: [], end: { outcome: 'lost' } })

  const other = await bidOn()
  const held_before = await held()
  await other.page.tell(other.bid.burl)
  expect(JSON.parse((await other.page.tell(other.bid.lurl)).body)).toEqual({ accepted: 0, reason: 'bid_won' })
  expect(await held()).toBe(held_before)
  await t.system(async (tx) => {
    const [counts] = await readAuctionCounts(tx, new Date(0))
    expect(counts).toMatchObject({ placement_id: market.placement_id, lost: 1n })
    expect(await readLossReasons(tx, new Date(0))).toEqual([{ loss_reason: 102, count: 1n }])
  })
})

test('of a win and a loss told at once one is kept, and a lease comes to no more than its amount', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { page, bid } = await bidOn()
    const before = await held()
    const replies = await Promise.all([page.tell(bid.burl), page.tell(bid.lurl), page.tell(bid.burl)])
    const { events, end } = await charged(bid)
    expect(events).toHaveLength(end?.outcome === 'won' ? 1 : 0)
    expect(before - (await held())).toBe(end?.outcome === 'won' ? 0n : 2_000n)
    expect(replies.map(({ statusCode }) => statusCode)).toContain(204)
  }
})

test('control: where a loss is kept beside a win, what is charged is freed as well', async () => {
  const { page, bid } = await bidOn()
  const undoing = await plant(t.db.asOwner, [
    {
      routine: 'delivery.end_auctions',
      from: 'from ended join',
      to: `from (
      select lease_id, placement_id, 'lost' as outcome from unnest(lease_ids, placement_ids) as told (lease_id, placement_id)
    ) as ended join`,
    },
  ])
  const before = await held()
  await page.tell(bid.burl)
  await page.tell(bid.lurl)
  expect(before - (await held())).toBe(4_000n)
  for (const undo of undoing) await t.db.asOwner(undo)
  await t.db.asOwner('alter table delivery.leases disable trigger user')
  await t.db.asOwner('update delivery.leases set lost_micros = lost_micros - 4000 where lost_micros >= 4000')
  await t.db.asOwner('alter table delivery.leases enable trigger user')
})

test('a price that a notice tells is kept and compared, and moves nothing [proof 1009]', async () => {
  const told = [
    '999999.00',
    '0.000001',
    '1.6',
    '1.60000000',
    MACRO.price,
    'NaN',
    '-5',
    '9'.repeat(4_000),
    '1e9',
    '',
    '9999999999999.999999',
  ]
  const kept: (bigint | null | undefined)[] = []
  for (const price of told) {
    const { page, bid } = await bidOn()
    const before = await balances()
    expect((await page.tell(bid.burl, { price })).statusCode).toBe(204)
    const { events, end } = await charged(bid)
    expect(events).toEqual([{ charge_micros: 2_000n, fee_micros: 400n, rule: null }])
    kept.push(end?.price_micros)
    const after = await balances()
    expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([-2_000n, 1_600n, 400n])
  }
  expect(kept).toEqual([
    999_999_000_000n,
    1n,
    1_600_000n,
    1_600_000n,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('control: a process that believes the price is refused by the database, and charges it where that is not asked', async () => {
  const { page, bid } = await bidOn()
  const { codec } = t.services.delivery
  const { open } = codec
  // Believing: what the notice says becomes what the token promises.
  codec.open = (...given) => {
    const content = open.apply(codec, given)
    return typeof content === 'string' ? content : { ...content, charge_micros: 1_000n, fee_micros: 200n }
  }
  try {
    expect((await page.tell(bid.burl, { price: '0.80' })).statusCode).toBe(500)
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'delivery.ask_terms',
        from: 'agreed.charge_micros, agreed.charge_micros * platform_fee_percent / 100, 0)',
        to: 'seen.charge_micros, seen.fee_micros, 0)',
      },
      {
        routine: 'delivery.end_auctions',
        from: 'bid = (price_micros / 1000',
        to: 'bid is not null or bid = (price_micros / 1000',
      },
    ])
    expect((await page.tell(bid.burl, { price: '0.80' })).statusCode).toBe(204)
    for (const undo of undoing) await t.db.asOwner(undo)
  } finally {
    codec.open = open
  }
  const { events } = await charged(bid)
  expect(events).toEqual([{ charge_micros: 1_000n, fee_micros: 200n, rule: null }])
})

test('a bid holds nothing longer than its charged event may come, and is charged no later [proof 1010]', async () => {
  const { page, bid } = await bidOn()
  await t.advance(300_000)
  expect(JSON.parse((await page.tell(bid.burl)).body)).toEqual({ accepted: 0, reason: 'charged_late' })
  expect(JSON.parse((await page.tell(bid.lurl)).body)).toEqual({ accepted: 0, reason: 'charged_late' })
  await t.advance(180_000)
  await t.services.delivery.refresh()
  await keepHouse(t.services)
  expect(await held()).toBe(0n)
})

test('a consent string that is cut, of the future or of 40 KB allows no id, and its bid is made all the same [proof 1136]', async () => {
  const storedBy = async (members: object) => {
    const { bid } = await bidOn(members)
    const token = /\/won\/([^?]+)/.exec(bid.burl)?.[1] ?? ''
    const content = t.services.delivery.codec.open(token, t.services.clock.now_ms())
    return typeof content === 'string' ? content : content.consent.storage
  }
  const told = (consent: string) => storedBy({ regs: { gdpr: 1 }, user: { consent } })
  const OF_2022 = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA'
  for (const consent of [OF_2022.slice(0, 12), `${OF_2022}${'A'.repeat(40_000)}`, `C${'_'.repeat(43)}`])
    expect(await told(consent), consent.slice(0, 60)).toBe(false)
})

test('what nothing was charged for is forgotten after 90 days, what was charged is kept', async () => {
  const { page, bid } = await bidOn()
  await page.tell(bid.burl)
  const lost = await bidOn()
  await lost.page.tell(lost.bid.lurl)
  await t.db.asOwner(`update delivery.auction_ends set ended_at = ended_at - interval '91 days'`)
  await keepHouse(t.services)
  const left = await t.db.asOwner<{ outcome: string }>('select distinct outcome from delivery.auction_ends')
  expect(left).toEqual([{ outcome: 'won' }])
})

test('insider: what was shown is not lost, whoever says so, and gives no money back [proof 1094]', async () => {
  const { page, bid } = await bidOn()
  await page.tell(bid.burl)
  const [shown] = await t.db.asOwner<{ decision_id: string; placement_id: string; lease_id: string }>(
    "select decision_id, placement_id, lease_id from delivery.events where kind = 'impression' order by event_id desc limit 1",
  )
  if (!shown) throw new Error('nothing was shown')
  const losing = {
    ...shown,
    outcome: 'lost',
    bid_micros: BID_MICROS,
    price_micros: null,
    loss_reason: null,
  } as const
  const lost = async () => {
    await t.db.asOwner('alter table delivery.auction_ends disable trigger guarded')
    await t.db.asOwner('delete from delivery.auction_ends')
    await t.db.asOwner('alter table delivery.auction_ends enable always trigger guarded')
    const { outcome } = await t.services.delivery.auctions.add(losing)
    const [lease] = await t.db.asOwner<{ lost_micros: bigint }>(
      'select lost_micros from delivery.leases where lease_id = $1',
      [shown.lease_id],
    )
    return { outcome, lost_micros: lease?.lost_micros }
  }
  const before = await lost()
  expect(before.outcome).toBe('won')
  const undoing = await plant(t.db.asOwner, [
    { routine: 'delivery.end_auctions', from: "case when shown then 'won' else outcome end", to: 'outcome' },
  ])
  expect(await lost(), 'control: nobody looks').toMatchObject({ outcome: 'lost' })
  for (const undo of undoing) await t.db.asOwner(undo)
})

test('insider: a bid is lost by its own lease and placement alone, at its price, and frees no more than the lease has [proof 1097]', async () => {
  await bidOn()
  const [lease] = await t.db.asOwner<{ lease_id: string; granted_ms: number; left_micros: bigint }>(
    `select lease_id, (extract(epoch from granted_at) * 1000)::float8 as granted_ms,
       amount_micros - spent_micros - lost_micros as left_micros
     from delivery.leases where plan_id = $1 and closed_at is null order by granted_at desc limit 1`,
    [plan_id],
  )
  if (!lease) throw new Error('there is no lease')
  const clicks = await market.addPlacement({ price: '1.00', price_model: 'CPC' })
  const lost = (members: {
    decision_ms?: number
    placement_id?: string
    bid_micros?: bigint
    lease_id?: string
    count?: number
  }) => {
    const {
      decision_ms = lease.granted_ms,
      placement_id = market.placement_id,
      bid_micros = BID_MICROS,
    } = members
    const { lease_id = lease.lease_id, count = 1 } = members
    return saidByLogin(
      t.db.logins.delivery,
      `select delivery.end_auctions(array_agg(uuidv7(to_timestamp(${decision_ms} / 1000.0) - clock_timestamp())),
         array_agg('${placement_id}'::uuid), array_agg('${lease_id}'::uuid), array_agg('lost'::text),
         array_agg(${bid_micros}::bigint), array_agg(null::bigint), array_agg(null::smallint))
       from generate_series(1, ${count})`,
    )
  }
  const forged = [
    { decision_ms: lease.granted_ms - 600_000 },
    { bid_micros: BID_MICROS + 1n },
    { placement_id: clicks.placement_id },
    { placement_id: newId() },
    { lease_id: newId() },
  ]
  const refusal = /not of its lease's time, or not on the terms/
  for (const members of forged) expect(await lost(members), Object.keys(members)[0]).toMatch(refusal)
  expect(await lost({ count: Number(lease.left_micros / 2_000n) + 10 }), 'the rest is not freed').toBe('done')
  const undoing = await plant(t.db.asOwner, [
    {
      routine: 'delivery.end_auctions',
      from: ') is not true or exists (',
      to: ') is null and false or exists (',
    },
  ])
  for (const members of forged.slice(0, 4)) expect(await lost(members), 'control').toBe('done')
  for (const undo of undoing) await t.db.asOwner(undo)
})

test('a test is bid on and holds and charges nothing; a bid’s impression comes by its notice alone [proof 1011]', async () => {
  await t.services.delivery.refresh()
  await bidOn()
  const before = await held()
  const { page, bid } = await bidOn({ test: 1 })
  expect(await held()).toBe(before - 2_000n)
  expect(JSON.parse((await page.tell(bid.burl)).body)).toEqual({ accepted: 0, reason: 'bid_of_test' })
  const lost = await bidOn()
  await lost.page.tell(lost.bid.lurl)
  const tokenOf = (burl: string) => /\/won\/([^?]+)/.exec(burl)?.[1] ?? ''
  // Such a link leads on, and counts for nobody.
  for (const { burl } of [bid, lost.bid]) {
    const url = `/delivery/v1/click/${tokenOf(burl)}`
    expect((await t.server.inject({ url, headers: { origin } })).statusCode).toBe(302)
  }
  expect(await charged(bid)).toMatchObject({ events: [] })
  expect(await charged(lost.bid)).toMatchObject({ events: [] })
  const real = await bidOn()
  const token = tokenOf(real.bid.burl)
  const reply = await t.server.inject({
    method: 'POST',
    url: '/delivery/v1/event',
    headers: { origin },
    payload: { token, kind: 'impression' },
  })
  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    { accepted: 0, refused: [{ index: 0, reason: 'kind_not_accepted' }] },
  ])
  // HEAD and what a browser fetches ahead tell nothing.
  const { pathname, search } = new URL(real.bid.burl)
  await t.server.inject({ method: 'HEAD', url: pathname + search })
  const ahead = await t.server.inject({ url: pathname + search, headers: { 'sec-purpose': 'prefetch' } })
  expect(ahead.statusCode).toBe(503)
  expect(await charged(real.bid)).toEqual({ events: [], end: undefined })
  expect((await real.page.tell(real.bid.burl)).statusCode).toBe(204)
})
