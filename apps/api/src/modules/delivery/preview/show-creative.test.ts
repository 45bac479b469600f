import { Script } from 'node:vm'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOf } from '../../../modules/given-file.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { isVast } from '../../../testing/vast/check-vast.ts'
import { aFilm } from '../../../testing/worlds/a-film.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { settleBooks } from '../index.ts'
import { auctioneer, bidsIn, newAddress, PHONE } from '../testing/auction.ts'
import { PREVIEW_TOKEN } from './preview.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const picture = await sharp({ create: { width: 300, height: 250, channels: 3, background: '#3a3fd4' } })
  .png()
  .toBuffer()
const film = await aFilm()

const WORDS = { headline: 'Cards & "more" </script>', body: 'A level a day' }

async function draftOf(product_id: string, kind: 'image' | 'native' | 'video', words = WORDS) {
  const content = kind === 'video' ? film : picture
  const file = fileOf('file', content)
  return await market.office.run('create-creative', { product_id, kind, ...words, file })
}

/** A product and a placement of one kind, a plan on it, and a draft beside what its product has. */
async function world(kind: 'image' | 'native' | 'video') {
  const product_id = await market.addProduct({ category: `games_${kind}` })
  const { key, placement_id } = await market.addPlacement({ format: kind })
  const draft = await draftOf(product_id, kind)
  const customer = await market.customerWith('200.00')
  await market.place(customer.customer_id, 100_000_000n, product_id, 1)
  return { product_id, key, placement_id, creative_id: String(draft.creative_id), draft }
}

async function approve({ draft, creative_id }: { draft: Record<string, unknown>; creative_id: string }) {
  const { asset_sha256 } = draft
  await market.office.check('approve-creative', { creative_id, asset_sha256: String(asset_sha256) })
  await t.services.delivery.refresh()
}

async function previewsOf(creative_id: string) {
  return Object(await market.office.run('show-creative', { creative_id }))
}

let devices = 0
/** An answer of a face's to somebody new, polled until the plan is the one that is drawn. */
async function answered(url: string, has: (body: string) => boolean): Promise<string> {
  let body = ''
  const ask = async () => {
    devices += 1
    const asked = `${url}${url.includes('?') ? '&' : '?'}device=device-to-preview-${String(devices).padStart(6, '0')}`
    const headers = { origin: market.origin, 'user-agent': PHONE }
    body = (await t.server.inject({ url: asked, headers, remoteAddress: newAddress() })).body
    return has(body)
  }
  await expect.poll(ask).toBe(true)
  return body
}

/** What differs from one decision to the next. */
function asPreviewed(delivered: string, token: string): string {
  return delivered
    .replaceAll(token, PREVIEW_TOKEN)
    .replace(/(?<=<AdServingId>)[^<]+/, '00000000-0000-0000-0000-000000000000')
}

const eventsOf = async (placement_id: string) => {
  await settleBooks(t.services)
  return await t.db.asOwner<{ kind: string; is_charged: boolean }>(
    `select kind, charge_micros > 0 as is_charged from delivery.events
     where placement_id = $1 order by event_id`,
    [placement_id],
  )
}

describe('a creative is shown to staff', () => {
  test('exactly as pages, players and exchanges are sent it once it is approved [proof 1085]', async () => {
    for (const kind of ['image', 'native', 'video'] as const) {
      const w = await world(kind)
      const { shown_in, status } = await previewsOf(w.creative_id)
      expect(status).toBe('draft')
      const [{ delivered }] = shown_in.filter(
        (one: { format: string; price_model: string }) => one.format === kind && one.price_model === 'CPM',
      )
      await approve(w)
      if (kind === 'video') {
        const document = await answered(`/delivery/v1/vast/${w.key}`, (body) => body.includes(w.creative_id))
        const [token = ''] = /(?<=[?&]t=)[\w-]+/.exec(document) ?? []
        expect(delivered.vast).toBe(asPreviewed(document, token))
        expect(isVast(delivered.vast)).toBe(true)
      }
      const decided = await answered(`/delivery/v1/decision?placement=${w.key}`, (body) =>
        body.includes(w.creative_id),
      )
      const { placement, ...told } = JSON.parse(asPreviewed(decided, JSON.parse(decided).token))
      // Placements of one size are shown by the first of them.
      expect(placement).toBe(w.key)
      expect(JSON.parse(delivered.json)).toMatchObject(told)
      const native = {
        assets: [
          { id: 1, required: 1, title: { len: WORDS.headline.length } },
          { id: 2, required: 1, img: { type: 3 } },
          { id: 3, required: 1, data: { type: 2, len: WORDS.body.length } },
          { id: 4, required: 1, data: { type: 1, len: 100 } },
        ],
      }
      const wish =
        kind === 'image'
          ? { banner: { format: [{ w: 300, h: 250 }] } }
          : kind === 'native'
            ? { native: { request: JSON.stringify(native) } }
            : { video: { mimes: ['video/mp4'] } }
      const bid = { adm: '', token: '' }
      const ask = async () => {
        const page = auctioneer(t.server, { origin: market.origin })
        const [found] = bidsIn(await page.ask({ id: 'a', imp: [{ id: '1', tagid: w.key, ...wish }] }))
        const is_found = found?.adm.includes(String(w.draft.asset_sha256)) ?? false
        if (found && is_found) {
          bid.adm = found.adm
          bid.token = /(?<=\/click\/)[\w-]+/.exec(found.adm)?.[0] ?? ''
        }
        return is_found
      }
      await expect.poll(ask).toBe(true)
      expect(delivered.openrtb).toBe(asPreviewed(bid.adm, bid.token))
    }
  })

  test('in every size that would show it, and in none that would not; written out where asked [proof 1086]', async () => {
    const product_id = await market.addProduct({ category: 'games_sizes' })
    const { creative_id } = await draftOf(product_id, 'image')
    await market.addPlacement({ format: 'image', width: '728', height: '90' })
    await market.addPlacement({ format: 'image', price_model: 'CPC', price: '0.50' })
    await market.addPlacement({
      ...{ format: 'image', width: '600', height: '500', categories_refused: 'games_sizes' },
    })
    const sizes = async (id: string) =>
      (await previewsOf(id)).shown_in.map(
        (one: { width: number; height: number; price_model: string; delivered: object }) =>
          `${one.width}x${one.height} ${one.price_model}: ${Object.keys(one.delivered)}`,
      )
    const before = await sizes(String(creative_id))
    expect(before).toContain('300x250 CPM: tag,json,openrtb')
    // Exchanges bid on impressions alone.
    expect(before).toContain('300x250 CPC: tag,json')
    expect(before.join()).not.toContain('600x500')
    // Its product has another of no better shape there.
    expect(before).toContain('728x90 CPM: tag,json,openrtb')
    expect(await reasonOf(previewsOf('01990000-0000-7000-8000-000000000000'))).toBe('record_not_found')

    const { file_name, content } = await market.office.save('save-creative-preview', { creative_id })
    expect(file_name).toBe(`${creative_id}.zip`)
    const files = unzipSync(content)
    const textOf = (face: string) =>
      strFromU8(files[`${creative_id}-300x250-cpm-${face}`] ?? new Uint8Array())
    const page = textOf('tag.html')
    expect(textOf('decision.json')).toContain(`"token":"${PREVIEW_TOKEN}"`)
    // Its words end no script, and the page may tell nobody anything.
    expect(page.match(/<\/script>/g)).toHaveLength(1)
    expect(page).toContain(`default-src 'none'`)
    expect(page).not.toContain('connect-src')
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? []
    expect(() => new Script(script)).not.toThrow()
  })

  test('and nothing of that counts, whatever is done with it; the same of a decision does [proof 1087]', async () => {
    const w = await world('video')
    const { shown_in } = await previewsOf(w.creative_id)
    await approve(w)
    const [{ delivered }] = shown_in
    const headers = { origin: market.origin, 'user-agent': PHONE }
    const addresses = (text: string) =>
      [...text.matchAll(/https?:\/\/[^"<\]]+\/delivery\/v1\/(?:pixel|click)[^"<\]]*/g)].map(([url]) => {
        const { pathname, search } = new URL(url)
        return pathname + search
      })
    const open = async (text: string) => {
      for (const url of addresses(text)) {
        await t.server.inject({ url: url.replaceAll('&amp;', '&'), headers })
      }
    }
    expect(addresses(delivered.vast).length).toBeGreaterThan(10)
    await open(delivered.vast)
    await open(delivered.openrtb)
    const report = await t.server.inject({
      ...{ method: 'POST', url: '/delivery/v1/event' },
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: JSON.stringify({ token: PREVIEW_TOKEN, kind: 'impression' }),
    })
    expect(report.json()).toMatchObject({ accepted: 0 })
    expect(await eventsOf(w.placement_id)).toEqual([])

    const document = await answered(`/delivery/v1/vast/${w.key}`, (body) => body.includes(w.creative_id))
    await open(document)
    expect(await eventsOf(w.placement_id)).toContainEqual({ kind: 'impression', is_charged: true })
  })
})
