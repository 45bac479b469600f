import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { anApng } from '../../testing/forged-pictures.ts'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { aFilm } from '../../testing/worlds/a-film.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import {
  buildAdvertiser,
  buildCreative,
  buildPlacement,
  buildProduct,
  buildPublisher,
  propose,
  runMarketplaceVerb,
} from '../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { fileOf } from '../given-file.ts'
import { verifyLedger } from '../ledger/index.ts'
import { approvedActs } from '../module.ts'
import { eligibleProducts, placements } from './catalogue.repository.ts'
import { ASSET_PATH } from './creatives/asset.plugin.ts'
import { marketplaceModule } from './index.ts'
import { escrowFree } from './parties/escrow.ts'
import { postbackSecrets } from './parties/postback-secret.ts'
import { relatedParties } from './parties/related-parties.repository.ts'

const p = await testProgram()
afterAll(() => p.close())

const { system } = p

describe('two people', () => {
  test('make an advertiser: the maker alone cannot', async () => {
    const { maker } = await buildStaff(p.services)
    const made = await runMarketplaceVerb(p.services, 'create-advertiser', {
      name: 'Cards',
      legal_name: 'Cards GmbH',
      account_name: 'Cards GmbH',
      evidence_hash: 'ab'.repeat(32),
      reason: 'Documents seen',
    })
    const { proposal_id } = Object(made)
    const acts = approvedActs([marketplaceModule])
    expect(await reasonOf(approveAsProposed(p.services, acts, { proposal_id, staff: maker }))).toBe(
      'four_eyes',
    )
    expect(
      await system((tx) => sql`select from marketplace.advertisers where name = 'Cards'`.execute(tx)),
    ).toMatchObject({ rows: [] })
  })

  test('review a creative: nobody approves their own, nor twice', async () => {
    const { product_id } = await buildProduct(p.services, { creative: 'none' })
    const { creative_id, asset_sha256 } = await buildCreative(p.services, product_id)
    const review = (as: 'maker' | 'checker') =>
      runMarketplaceVerb(p.services, 'approve-creative', { creative_id, asset_sha256 }, as)
    expect(await reasonOf(review('maker'))).toBe('four_eyes')
    await expect(
      p.db.asOwner(
        `update marketplace.creatives set status = 'approved', reviewed_by = created_by, reviewed_at = platform.now()
         where creative_id = $1`,
        [creative_id],
      ),
    ).rejects.toThrow(/creatives_four_eyes/)
    expect(await reasonOf(review('checker'))).toBe('ok')
    expect(await reasonOf(review('checker'))).toBe('state_conflict')
  })

  test('find what waits for a review oldest first, a page after another', async () => {
    const { product_id } = await buildProduct(p.services, { creative: 'none' })
    const made: string[] = []
    for (const _ of [1, 2, 3]) made.push((await buildCreative(p.services, product_id)).creative_id)
    const drafts = async (flags: Record<string, string>) =>
      Object(await runMarketplaceVerb(p.services, 'list-drafts', flags))
    const first = await drafts({ limit: '2' })
    const second = await drafts({ limit: '2', cursor: first.next_cursor })
    const ids = [...first.items, ...second.items].map(({ creative_id }) => creative_id)
    expect([ids, second.next_cursor]).toEqual([made, null])
  })
})

describe('a product', () => {
  test('is eligible once it is open and has an approved creative, and every change is announced', async () => {
    let notices = 0
    const stop = await p.services.database.listen(
      'marketplace_changed',
      () => {
        notices += 1
      },
      () => {},
    )
    const { product_id, creative } = await buildProduct(p.services, {
      flags: { countries: 'de,FR', push: 'official' },
    })
    const eligible = async () => (await system(eligibleProducts)).find((one) => one.product_id === product_id)
    expect(await eligible()).toMatchObject({
      countries: ['DE', 'FR'],
      push: ['official'],
      payout_micros: 2_500_000n,
      creatives: [{ kind: 'image', asset_hash: creative?.asset_sha256, width: 300, height: 250 }],
    })
    await runMarketplaceVerb(p.services, 'product-close', { product_id, reason: 'Complaints' })
    expect(await eligible()).toBeUndefined()
    const close = runMarketplaceVerb(p.services, 'product-close', { product_id, reason: 'Again' })
    expect(await reasonOf(close)).toBe('state_conflict')
    await runMarketplaceVerb(p.services, 'product-open', { product_id, reason: 'Cleared' })
    expect(await eligible()).toBeDefined()
    await expect.poll(() => notices).toBeGreaterThanOrEqual(4)
    await stop()
  })

  test('keeps its terms, whoever writes', async () => {
    const { product_id } = await buildProduct(p.services)
    const change = (set: string) =>
      system((tx) =>
        sql.raw(`update marketplace.products set ${set} where product_id = '${product_id}'`).execute(tx),
      )
    await expect(change('payout_micros = 1')).rejects.toThrow(/permission denied/)
    await expect(change('is_open = false')).rejects.toThrow(/terms are fixed/)
    await expect(
      p.db.asOwner(
        `update marketplace.products set payout_micros = 1, version = version + 1 where product_id = $1`,
        [product_id],
      ),
    ).rejects.toThrow(/terms are fixed/)
    await change('is_open = false, version = version + 1')
  })

  test('stays inside the policy and the allowlist', async () => {
    const attempt = (flags: Record<string, string>) => reasonOf(buildProduct(p.services, { flags }))
    expect(await attempt({ amount_min: '9.99' })).toBe('policy_out_of_bounds')
    expect(await attempt({ amount_max: '5000.01' })).toBe('policy_out_of_bounds')
    expect(await attempt({ amount_min: '300.00', amount_max: '200.00' })).toBe('policy_out_of_bounds')
    expect(await attempt({ conversion_window_days: '8' })).toBe('policy_out_of_bounds')
    expect(await attempt({ landing_url: 'javascript:alert(1)' })).toBe('field_invalid')
    expect(await attempt({ landing_url: 'https://game.example/play' })).toBe('field_invalid')
    expect(await attempt({ payout: '0' })).toBe('amount_zero')
    expect(await attempt({ countries: 'Germany' })).toBe('field_invalid')
    expect(await attempt({ conversion_window_days: '3' })).toBe('ok')
  })
})

describe('a placement', () => {
  test('has a key, and a CPM price of whole micro-units for one impression', async () => {
    const { publisher_id } = await buildPublisher(p.services)
    const { placement_id, key } = await buildPlacement(p.services, publisher_id, {
      categories_refused: 'gambling',
    })
    expect(key).toMatch(/^[A-Za-z0-9_-]{20}$/)
    const found = (await system(placements)).find((one) => one.placement_id === placement_id)
    expect(found).toMatchObject({
      price_micros: 2_000_000n,
      categories_refused: ['gambling'],
      push: 'official',
    })
    expect(await reasonOf(buildPlacement(p.services, publisher_id, { price: '2.0005' }))).toBe(
      'field_invalid',
    )
    expect(
      await reasonOf(buildPlacement(p.services, publisher_id, { price: '0.000003', price_model: 'CPC' })),
    ).toBe('ok')
    await runMarketplaceVerb(p.services, 'placement-close', { placement_id, reason: 'Broken page' })
    expect((await system(placements)).find((one) => one.placement_id === placement_id)).toMatchObject({
      is_open: false,
    })
  })

  test('tells its hours by a zone that there is, as the platform spells it [proof 1165]', async () => {
    const { publisher_id } = await buildPublisher(p.services)
    const zoneOf = async (asked: Record<string, string>) => {
      const { placement_id } = await buildPlacement(p.services, publisher_id, asked)
      return (await system(placements)).find((one) => one.placement_id === placement_id)?.time_zone
    }
    expect(await zoneOf({ time_zone: 'europe/berlin' })).toBe('Europe/Berlin')
    expect(await zoneOf({})).toBe('UTC')
    for (const time_zone of ['Mars/Olympus', '+05:07', 'Europe/ Berlin'])
      expect(await reasonOf(zoneOf({ time_zone })), time_zone).toBe('time_zone_unknown')
  })
})

describe('a postback secret', () => {
  test('is shown once, kept sealed, opened for delivery, and replaced', async () => {
    const { advertiser_id, postback_secret } = await buildAdvertiser(p.services)
    const inForce = async () => (await system((tx) => postbackSecrets(p.services, tx))).get(advertiser_id)
    expect(await inForce()).toBe(postback_secret)
    const rows = await p.db.asOwner<{ text: string }>(
      `select encode(sealed, 'escape') as text from marketplace.postback_secrets`,
    )
    expect(rows.some(({ text }) => text.includes(postback_secret))).toBe(false)
    const rotated = await runMarketplaceVerb(p.services, 'rotate-postback-secret', {
      advertiser_id,
      reason: 'Leaked',
    })
    expect(await inForce()).toBe(Object(rotated).postback_secret)
    expect(await inForce()).not.toBe(postback_secret)
  })
})

describe('escrow', () => {
  test('is taken from an account in the advertiser’s name only, by two people, once for a line', async () => {
    const { advertiser_id } = await buildAdvertiser(p.services)
    const [advertiser] = await p.db.asOwner<{ account_name: string }>(
      `select account_name from marketplace.advertisers where advertiser_id = $1`,
      [advertiser_id],
    )
    const line = (bank_reference: string, name: string) => ({
      bank_reference,
      amount: '750.00',
      name,
      account: 'DE89370400440532013000',
      remittance: 'escrow',
    })
    const lines = [line('E1', 'Somebody Else'), line('E2', advertiser?.account_name.toUpperCase() ?? '')]
    await new Office(p.services, p.modules, await buildStaff(p.services)).importPayments(lines)
    const { rows: found } = await system((tx) =>
      sql<{
        line_id: string
        bank_reference: string
      }>`select line_id, bank_reference from wallet.bank_lines`.execute(tx),
    )
    const idOf = (reference: string) => found.find((one) => one.bank_reference === reference)?.line_id ?? ''
    const match = (reference: string) =>
      propose(p.services, 'match-escrow', { line_id: idOf(reference), advertiser_id })
    expect(await reasonOf(match('E1'))).toBe('deposit_match_refused')
    expect(await match('E2')).toMatchObject({ amount: '750.00' })
    expect(await reasonOf(match('E2'))).toBe('state_conflict')
    expect(await system((tx) => escrowFree(tx, [advertiser_id]))).toEqual(
      new Map([[advertiser_id, 750_000_000n]]),
    )
    const shown = await runMarketplaceVerb(p.services, 'escrow-show', { advertiser_id })
    expect(shown).toMatchObject([{ free: '750.00', top_ups: [{ line_id: idOf('E2'), amount: '750.00' }] }])
    expect((await system(verifyLedger)).differences).toEqual([])
  })
})

describe('a creative’s file', () => {
  let png: Buffer
  beforeAll(async () => {
    png = await grained(640, 200)
  })

  /** A noisy picture, so that fewer pixels are fewer bytes, with metadata. */
  async function grained(width: number, height: number): Promise<Buffer> {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const plain = sharp({ create: { width, height, channels: 3, noise, background: '#3a3fd4' } })
    return await plain
      .withExif({ IFD0: { Copyright: 'Meadow Ltd' } })
      .png()
      .toBuffer()
  }

  async function create(content: Buffer, kind = 'image') {
    const { product_id } = await buildProduct(p.services, { creative: 'none' })
    const file = fileOf('picture.png', content)
    return await runMarketplaceVerb(p.services, 'create-creative', {
      product_id,
      kind,
      headline: 'A',
      body: 'B',
      file,
    })
  }

  test('is what its bytes say, and is served under their hash for good', async () => {
    const { creative_id } = Object(await create(png))
    const [creative] = await p.db.asOwner<{ hash: string; width: number; height: number }>(
      `select encode(asset_hash, 'hex') as hash, width, height from marketplace.creatives where creative_id = $1`,
      [creative_id],
    )
    expect(creative).toMatchObject({ hash: hashOf(png), width: 640, height: 200 })
    const reply = await p.server.inject({ method: 'GET', url: `${ASSET_PATH}/${hashOf(png)}` })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload).toEqual(png)
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(reply.headers['cache-control']).toContain('immutable')
    for (const url of [`${ASSET_PATH}/${'0'.repeat(64)}`, `${ASSET_PATH}/..%2f..%2fetc%2fpasswd`]) {
      expect((await p.server.inject({ method: 'GET', url })).statusCode).toBe(404)
    }
  })

  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const small = (content: Buffer) =>
    p.server.inject({ method: 'GET', url: `${ASSET_PATH}/${hashOf(content)}/small` })

  test('has a small picture beside it for lists: whole, without metadata, under the same headers', async () => {
    const tall = await grained(300, 600)
    await create(tall)
    const reply = await small(tall)
    const whole = await p.server.inject({ method: 'GET', url: `${ASSET_PATH}/${hashOf(tall)}` })
    expect(reply.headers['content-type']).toBe('image/webp')
    const same = ['cache-control', 'content-security-policy', 'cross-origin-resource-policy'] as const
    for (const name of [...same, 'x-content-type-options'] as const) {
      expect(whole.headers[name]).toBeDefined()
      expect(reply.headers[name]).toBe(whole.headers[name])
    }
    const { format, width, height, exif } = await sharp(reply.rawPayload).metadata()
    expect({ format, width, height, exif }).toEqual({
      format: 'webp',
      width: 132,
      height: 264,
      exif: undefined,
    })
    expect((await sharp(tall).metadata()).exif).toBeDefined()
    expect(reply.rawPayload.length).toBeLessThan(tall.length)
  })

  test('has none where it is a film, was kept before there were any, or would not become less', async () => {
    const before = await grained(500, 500)
    await p.db.asOwner(
      `insert into marketplace.assets (asset_hash, media_type, content, created_at)
       values (sha256($1), 'image/png', $1, platform.now())`,
      [before],
    )
    await create(before)
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer()
    await create(dot)
    const film = await aFilm()
    await create(film, 'video')
    for (const content of [before, dot, film]) {
      expect((await p.server.inject({ url: `${ASSET_PATH}/${hashOf(content)}` })).statusCode).toBe(200)
      expect((await small(content)).statusCode).toBe(404)
    }
    expect((await small(Buffer.from('never kept'))).statusCode).toBe(404)
    expect((await p.server.inject({ url: `${ASSET_PATH}/..%2fx/small` })).statusCode).toBe(404)
  })

  test('may be an animated PNG: its first picture is the small one', async () => {
    const animated = anApng(png, { frames: 2, delay_ms: 100, plays: 1 })
    await create(animated)
    expect((await small(animated)).headers['content-type']).toBe('image/webp')
  })

  test('is refused where it is something else, or too large', async () => {
    expect(await reasonOf(create(Buffer.from('<svg onload="alert(1)"/>')))).toBe('field_invalid')
    expect(await reasonOf(create(png, 'video'))).toBe('field_invalid')
    expect(await reasonOf(create(png.subarray(0, png.length / 2)))).toBe('not_an_image')
    const header = Buffer.from(png)
    header.writeUInt32BE(10_000, 16)
    header.writeUInt32BE(10_000, 20)
    expect(await reasonOf(create(header))).toBe('image_pixels_too_many')
    expect(await reasonOf(create(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])))).toBe('file_too_large')
  })
})

test('related parties are declared by what they are and what they have a share in', async () => {
  const { customer_id, username } = await buildCustomer(p.services)
  const { advertiser_id } = await buildAdvertiser(p.services)
  const flags = {
    kind: 'operator',
    party_name: 'The operator',
    share_percent: '30',
    since: '2026-01-01',
    reason: 'Register',
  }
  const declare = (more: Record<string, string>) =>
    runMarketplaceVerb(p.services, 'declare-related', { ...flags, ...more })
  expect(await reasonOf(declare({}))).toBe('field_required')
  expect(await reasonOf(declare({ advertiser_id: newId() }))).toBe('record_not_found')
  expect(await reasonOf(declare({ advertiser_id, since: '2026-13-01' }))).toBe('field_invalid')
  await declare({ advertiser_id, customer: username })
  const related = await system(relatedParties)
  expect(related.advertiser_ids.has(advertiser_id)).toBe(true)
  expect(related.customer_ids.has(customer_id)).toBe(true)
  await declare({ customer: username, since: '2999-01-01' })
  await expect(p.db.asProgram('delete from marketplace.related_parties')).rejects.toThrow(/permission denied/)
})

test('a customer’s own scope reads neither secrets nor who is related', async () => {
  await buildAdvertiser(p.services)
  const { customer_id } = await buildCustomer(p.services)
  const counts = await p.services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const tables = ['advertisers', 'postback_secrets', 'publishers', 'related_parties', 'escrow_top_ups']
    const rows = []
    for (const table of tables) {
      rows.push(
        (await sql<{ n: bigint }>`select count(*) as n from ${sql.table(`marketplace.${table}`)}`.execute(tx))
          .rows[0]?.n,
      )
    }
    return rows
  })
  expect(counts).toEqual([0n, 0n, 0n, 0n, 0n])
})
