import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { productDetail } from '@adtally/contract/plans/products.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { PROCESS_ROLES } from '../../../database/setup/process-roles.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { type TestProgram, testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { buildCreative, buildProduct, runMarketplaceVerb } from '../../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'

const PHONE = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
}

let p: TestProgram
let first: Buffer
let other: Buffer
/** What the advertiser's server serves now, and how often it was asked. */
let there: { content: Buffer; type: string; asked: number }
let url: string

beforeAll(async () => {
  p = await testProgram({ settings: { ...testSettings(), fetches_from: 'this_machine' } })
  first = await picture('#3a3fd4')
  other = await picture('#d43a3f')
  const server = createServer((_request, reply) => {
    there.asked += 1
    reply.writeHead(200, { 'content-type': there.type }).end(there.content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/poster.jpg?key=1`
  return () => void server.close()
})
afterAll(() => p.close())
beforeEach(() => {
  there = { content: first, type: 'image/jpeg', asked: 0 }
})

async function picture(background: string): Promise<Buffer> {
  return await sharp({ create: { width: 600, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const run = async (name: string, flags: Record<string, string>, as: 'maker' | 'checker' = 'maker') =>
  Object(await runMarketplaceVerb(p.services, name, flags, as))

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Refusal ? [error.reason, error.details.field] : Promise.reject(error),
  )
}

async function create(flags: Record<string, string> = {}) {
  const { product_id } = await buildProduct(p.services, { creative: 'none' })
  const words = { kind: 'image', headline: 'Play', body: 'Now' }
  return { product_id, ...(await run('create-creative', { product_id, ...words, url, ...flags })) }
}

async function drafts(flags: Record<string, string> = {}): Promise<Record<string, unknown>[]> {
  return (await run('list-drafts', flags, 'checker')).items
}

const servedAt = async (address: string) =>
  (await p.server.inject({ method: 'GET', url: new URL(address).pathname })).rawPayload

test('given by URL it is fetched once, and the kept copy alone is shown from then on [proof 280]', async () => {
  const market = await buildMarket(p.services, p.modules)
  const { key } = await market.addPlacement({ format: 'native' })
  const { product_id } = market
  const flags = { product_id, kind: 'native', headline: 'Play', body: 'Now', url }
  const { creative_id, asset_sha256, asset_url } = await run('create-creative', flags)
  expect([asset_sha256, there.asked]).toEqual([hashOf(first), 1])
  there.content = other
  await run('approve-creative', { creative_id, asset_sha256 }, 'checker')

  const { customer_id, token } = await market.customerWith('100.00')
  await market.place(customer_id, 50_000_000n)
  await p.services.delivery.refresh()
  const question = { url: `/delivery/v1/decision?placement=${key}&device=device-0000000001` }
  let decision = { fill: false, creative: { asset_url: '' } }
  // Polls until the plan's budget has been leased.
  const isFilled = async () => {
    if (!decision.fill)
      decision = (await p.server.inject({ ...question, headers: { origin: market.origin, ...PHONE } })).json()
    return decision.fill ? 'filled' : decision
  }
  await expect.poll(isFilled).toBe('filled')
  const { data } = await p.call(productDetail, { product_id }, { token })
  const shown = data.creatives.find((creative) => creative.creative_id === creative_id)
  expect([decision.creative.asset_url, shown?.image_url]).toEqual([asset_url, asset_url])
  expect(await servedAt(asset_url)).toEqual(first)
  expect(there.asked).toBe(1)
  const [kept] = await p.db.asOwner('select * from marketplace.creatives where creative_id = $1', [
    creative_id,
  ])
  expect(kept).toMatchObject({ source_url: url, width: 600, height: 500 })
  // Control: the advertiser's server serves something else by now.
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(other)
})

describe('what lies at a URL is refused', () => {
  const refused = async (flags: Record<string, string> = {}) => await outcomeOf(create(flags))

  test('where it is not what its server says, or of another kind', async () => {
    there.type = 'image/png'
    expect(await refused()).toEqual(['url_content_differs', 'url'])
    there.type = 'text/html'
    expect(await refused()).toEqual(['url_content_differs', 'url'])
    there.type = 'application/octet-stream'
    expect(await refused()).toBe('done')
    expect(await refused({ kind: 'video' })).toEqual(['url_content_differs', 'url'])
    there = { content: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/svg+xml', asked: 0 }
    expect(await refused()).toEqual(['url_content_differs', 'url'])
    there = { content: first.subarray(0, first.length / 2), type: 'image/jpeg', asked: 0 }
    expect(await refused()).toEqual(['not_an_image', 'url'])
    there.content = Buffer.concat([first, Buffer.alloc(5 * 1024 * 1024)])
    expect(await refused()).toEqual(['url_too_large', 'url'])
  })

  test('where it is longer than a creative may be', async () => {
    const long = sharp({ create: { width: 10_001, height: 1, channels: 3, background: '#fff' } })
    there.content = await long.jpeg().toBuffer()
    expect(await refused()).toEqual(['image_pixels_too_many', 'url'])
  })

  test('where a live program, or one that is not tested, would ask this machine', async () => {
    const { settings } = p.services
    const { ledger_mode, fetches_from } = settings
    onTestFinished(() => void Object.assign(settings, { ledger_mode, fetches_from }))
    const { product_id } = await buildProduct(p.services, { creative: 'none' })
    const ask = (address: string) =>
      outcomeOf(
        run('create-creative', { product_id, kind: 'image', headline: 'Play', body: 'Now', url: address }),
      )
    settings.ledger_mode = 'live'
    expect(await ask(url)).toEqual(['url_not_allowed', 'url'])
    expect(await ask('https://127.0.0.1/a.png')).toEqual(['url_address_not_public', 'url'])
    settings.ledger_mode = ledger_mode
    settings.fetches_from = testSettings().fetches_from
    expect(await ask(url)).toEqual(['url_not_allowed', 'url'])
    expect(there.asked).toBe(0)
  })

  test('before anything is asked, for a product that is not there', async () => {
    const nowhere = { product_id: '01990000-0000-7000-8000-000000000000' }
    expect(await refused(nowhere)).toEqual(['record_not_found', 'product_id'])
    expect(there.asked).toBe(0)
  })
})

describe('who reviews a creative', () => {
  test('is told where its file lies, and gets it', async () => {
    const { creative_id, asset_url } = await create()
    const found = (await drafts()).find((draft) => draft.creative_id === creative_id)
    const asset_sha256 = hashOf(first)
    expect(found).toMatchObject({
      asset_sha256,
      asset_url,
      source_url: url,
      media_type: 'image/jpeg',
      bytes: first.length,
      width: 600,
      height: 500,
    })
    expect(await run('save-creative', { creative_id }, 'checker')).toMatchObject({
      ...{ file_name: `${asset_sha256}.jpg`, media_type: 'image/jpeg', content: first },
    })
    expect(await outcomeOf(run('save-creative', { creative_id: newId() }))).toEqual([
      ...['record_not_found', 'creative_id'],
    ])
    expect(await servedAt(String(found?.asset_url))).toEqual(first)
  })

  test('approves the file that they saw and no other [proof 283]', async () => {
    const { creative_id } = await create()
    const approve = (content: Buffer) =>
      outcomeOf(run('approve-creative', { creative_id, asset_sha256: hashOf(content) }, 'checker'))
    expect(await approve(other)).toEqual(['creative_not_as_seen', 'asset_sha256'])
    expect(await outcomeOf(run('approve-creative', { creative_id }, 'checker'))).toEqual([
      'field_required',
      'asset_sha256',
    ])
    const { checker } = await buildStaff(p.services)
    const review = (seen: string) =>
      saidByLogin(
        p.db.logins.office,
        `select marketplace.review_creative('${checker.session_token}', '${creative_id}', ${seen}, null)`,
      )
    for (const seen of ['null', `'\\x${hashOf(other)}'`]) {
      expect(await review(seen)).toMatch(/approved as it was seen/)
    }
    expect(await review(`'\\x${hashOf(first)}'`)).toBe('done')
    expect(await approve(first)).toBe('done')
  })
})

describe('nobody changes what was reviewed', () => {
  let ids: Record<string, string>
  beforeAll(async () => {
    const { product_id } = await buildProduct(p.services, { creative: 'none' })
    const draft = await buildCreative(p.services, product_id)
    const seen = await create()
    await run(
      'approve-creative',
      { creative_id: seen.creative_id, asset_sha256: seen.asset_sha256 },
      'checker',
    )
    const { maker, checker } = await buildStaff(p.services)
    ids = {
      draft: draft.creative_id,
      approved: seen.creative_id,
      other: draft.asset_sha256,
      asset: seen.asset_sha256,
      product: product_id,
      maker: maker.staff_id,
      checker: checker.staff_id,
    }
  })

  const ASSET = ['marketplace.assets', 'stay'] as const
  const CREATIVE = ['marketplace.creatives', 'creatives_guarded'] as const
  const changes: readonly [string, string, readonly [table: string, trigger: string]][] = [
    [
      'a kept file’s bytes',
      `update marketplace.assets set small_content = null where asset_hash = '\\x<asset>'`,
      ASSET,
    ],
    [
      'which file a draft shows',
      `update marketplace.creatives set asset_hash = '\\x<asset>' where creative_id = '<draft>'`,
      CREATIVE,
    ],
    [
      'which file an approved creative shows',
      `update marketplace.creatives set asset_hash = '\\x<other>' where creative_id = '<approved>'`,
      CREATIVE,
    ],
    [
      'what an approved creative says',
      `update marketplace.creatives set headline = 'Win' where creative_id = '<approved>'`,
      CREATIVE,
    ],
    [
      'a verdict',
      `update marketplace.creatives set refusal_reason = 'x', status = 'refused' where creative_id = '<approved>'`,
      CREATIVE,
    ],
  ]

  test.each(changes)(
    '%s: no process role; nor who owns the tables [proof 284]',
    async (_what, statement, guard) => {
      for (const role of PROCESS_ROLES) {
        expect(await saidByLogin(p.db.logins[role], statement, ids)).toMatch(/permission denied/)
      }
      const change = statement.replaceAll(/<(\w+)>/g, (_all, name) => ids[name] ?? '')
      await expect(p.db.asOwner(change)).rejects.toThrow(/otherwise never changed|its rows are final/)
      const [table, trigger] = guard
      await p.db.asOwner(`alter table ${table} disable trigger ${trigger}`)
      try {
        await p.db.asOwner(`begin; ${change}; rollback`)
      } finally {
        await p.db.asOwner(`alter table ${table} enable trigger ${trigger}`)
      }
    },
  )

  test('and none begins as approved; without the guard it would', async () => {
    const { maker } = await buildStaff(p.services)
    const creative_id = newId()
    const insert = `insert into marketplace.creatives (creative_id, product_id, advertiser_id, kind, headline, body, asset_hash, width,
        height, frames, animation_ms, is_one_colour, status, created_by, created_at, reviewed_by, reviewed_at)
      values ('${creative_id}', '<product>', uuidv7(), 'image', 'A', 'B', '\\x<asset>', 1, 1, 1, 0, false, 'approved', '<maker>', platform.now(), '<checker>',
        platform.now());
      select audit.append_staff_act('${maker.session_token}', 'creative.created', 'creative', '${creative_id}', null, null, '{}')`
    expect(await saidByLogin(p.db.logins.office, insert, ids)).toMatch(/begins as a draft/)
    await p.db.asOwner('alter table marketplace.creatives disable trigger creatives_guarded')
    try {
      expect(await saidByLogin(p.db.logins.office, insert, ids)).toBe('done')
    } finally {
      await p.db.asOwner('alter table marketplace.creatives enable trigger creatives_guarded')
    }
  })
})
