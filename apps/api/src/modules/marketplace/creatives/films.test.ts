import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOf } from '../../../modules/given-file.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { aFilm, FILM_MS, FILM_SIZE } from '../../../testing/worlds/a-film.ts'
import { buildProduct, runMarketplaceVerb } from '../../../testing/worlds/build-marketplace.ts'
import { ASSET_PATH } from './asset.plugin.ts'
import { AssetCache } from './asset-cache.ts'
import { rangeOf } from './byte-range.ts'

const p = await testProgram()
afterAll(() => p.close())
const { product_id } = await buildProduct(p.services)
const film = await aFilm()
const url = `${ASSET_PATH}/${createHash('sha256').update(film).digest('hex')}`

function create(content: Buffer, flags: Record<string, string> = {}): Promise<unknown> {
  return runMarketplaceVerb(p.services, 'create-creative', {
    ...{ product_id, kind: 'video', headline: 'Meadow', body: 'Play', file: fileOf('film.mp4', content) },
    ...flags,
  })
}

async function factsOf(made: unknown) {
  const { creative_id } = Object(made)
  const [row] = await p.db.asOwner(
    `select width, height, film_ms, film_bitrate_kbps, film_codecs, skip_after_ms, omid_vendor, omid_url
     from marketplace.creatives where creative_id = $1`,
    [creative_id],
  )
  return row
}

/** The film with a number of one of its tables changed. */
function changed(table: string, offset: number, values: readonly number[], of = film): Buffer {
  const other = Buffer.from(of)
  for (const [index, value] of values.entries())
    other.writeUInt32BE(value, other.indexOf(table) + offset + index * 4)
  return other
}

function renamed(box: string, name: string): Buffer {
  return Buffer.from(film.toString('latin1').replaceAll(box, name), 'latin1')
}

/** Of another profile and level, as the decoder is told. */
function ofProfile(profile: number, level: number): Buffer {
  const other = Buffer.from(film)
  const at = other.indexOf('avcC') + 5
  other[at] = profile
  other[at + 2] = level
  return other
}

/** The film in a quarter of its time, and with much beside its pictures. */
function hurried(): Buffer {
  const shorter = changed('mdhd', 20, [2_000], changed('stts', 16, [500]))
  const quick = changed('mvhd', 20, [2_000], changed('tkhd', 24, [2_000], shorter))
  const free = Buffer.alloc(4 * 2 ** 20)
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  return Buffer.concat([quick, free])
}

describe('a film', () => {
  test('tells its length, size, rate and codecs itself [proof 990]', async () => {
    expect(await factsOf(await create(film))).toEqual({
      ...FILM_SIZE,
      film_ms: FILM_MS,
      film_bitrate_kbps: Math.round((film.length * 8) / FILM_MS),
      film_codecs: 'avc1.42c01e',
      skip_after_ms: null,
      omid_vendor: null,
      omid_url: null,
    })
    // One that lies on its side is shown turned.
    const turned = changed('tkhd', 44, [0, 0x10000, 0, 0xffff0000, 0])
    expect(await factsOf(await create(turned))).toMatchObject({
      width: FILM_SIZE.height,
      height: FILM_SIZE.width,
    })
  })

  test.each([
    ['has no more than the beginning of one', film.subarray(0, 24)],
    ['is cut off', film.subarray(0, film.length - 1)],
    ['has no pictures', renamed('trak', 'free')],
    ['takes no time', changed('stts', 16, [0])],
    ['takes hours', changed('stts', 16, [3_600_001])],
    ['claims so many pictures that its reader would never end', changed('stsz', 8, [1, 0xffff_ffff])],
  ])('is refused where it %s [proof 991]', async (_what, content) => {
    expect(await reasonOf(create(content))).toBe('not_a_film')
  })

  test.each([
    ['says it is shorter in its own header', 'film_length_differs', changed('mvhd', 20, [1_000])],
    ['says it is longer of its pictures', 'film_length_differs', changed('mdhd', 20, [900_000])],
    ['says it is shorter of its track', 'film_length_differs', changed('tkhd', 24, [1_000])],
    ['is coded by HEVC, which some browsers play', 'film_not_played', renamed('avc1', 'hvc1')],
    ['is coded as nobody knows', 'film_not_played', renamed('avc1', 'mp4v')],
    ['has AVC’s pictures of ten bits', 'film_not_played', ofProfile(0x6e, 30)],
    ['is of a level that phones can’t play', 'film_not_played', ofProfile(0x42, 62)],
    ['takes more of the line than phones have', 'film_rate_too_high', hurried()],
  ])('is refused where it %s: %s [proof 1083]', async (_what, reason, content) => {
    const began_ms = performance.now()
    expect(await reasonOf(create(content))).toBe(reason)
    expect(performance.now() - began_ms).toBeLessThan(5_000)
  })

  test('without sound is told to be so; what nothing here decodes is told as not measured [proof 1084]', async () => {
    const { creative_id } = Object(await create(film))
    const loudness = async () => {
      const { items } = Object(
        await runMarketplaceVerb(p.services, 'list-drafts', { limit: '500' }, 'checker'),
      )
      return items.find((one: { creative_id: string }) => one.creative_id === creative_id).loudness
    }
    expect(await loudness()).toBe('no_sound')
    await p.db.asOwner('alter table marketplace.creatives disable trigger creatives_guarded')
    await p.db.asOwner(
      `update marketplace.creatives set film_codecs = 'avc1.42c01e,mp4a.40.2' where creative_id = '${creative_id}'`,
    )
    await p.db.asOwner('alter table marketplace.creatives enable trigger creatives_guarded')
    expect(await loudness()).toBe('not_measured_no_decoder')
  })

  test('may be skipped after a while and measured by others, which pictures can’t', async () => {
    const omid = { omid_vendor: 'measurer.example-omid', omid_url: 'https://measurer.example/omid.js' }
    expect(await factsOf(await create(film, { ...omid, skip_after_s: '5' }))).toMatchObject({
      ...omid,
      skip_after_ms: 5_000,
    })
    for (const flags of [
      { skip_after_s: '8' },
      { omid_vendor: omid.omid_vendor },
      { omid_url: omid.omid_url },
      { omid_parameters: 'a=1' },
      { ...omid, omid_url: 'http://measurer.example/omid.js' },
    ])
      expect(await reasonOf(create(film, flags)), JSON.stringify(flags)).toBe('field_invalid')
  })
})

describe('a file', () => {
  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    p.server.inject({ method, url, headers })

  test('is sent in the parts asked for [proof 992]', async () => {
    const { length } = film
    const whole = await ask()
    expect([whole.statusCode, whole.rawPayload.equals(film)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', etag: expect.stringMatching(/^"\S+"$/) })
    const etag = String(whole.headers.etag)
    for (const [range, begin, end] of [
      ['bytes=0-', 0, length],
      ['bytes=0-0', 0, 1],
      ['bytes=100-299', 100, 300],
      ['bytes=-50', length - 50, length],
      [`bytes=${length - 1}-${length + 99}`, length - 1, length],
      [`bytes=-${length + 1}`, 0, length],
    ] as const) {
      const part = await ask({ range, 'if-range': etag })
      expect(part.statusCode, range).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${begin}-${end - 1}/${length}`)
      expect(part.rawPayload.equals(film.subarray(begin, end)), range).toBe(true)
    }
    const none = await ask({ range: `bytes=${length}-` })
    expect([none.statusCode, none.headers['content-range']]).toEqual([416, `bytes */${length}`])
    for (const headers of [
      { range: 'bytes=0-9', 'if-range': '"another"' },
      { range: 'bytes=0-9', 'if-range': 'Mon, 30 Nov 2026 00:00:00 GMT' },
      { range: 'bytes=0-9,20-29' },
      { range: 'pages=1-2' },
      { range: 'bytes=9-0' },
    ])
      expect((await ask(headers)).rawPayload.length, JSON.stringify(headers)).toBe(length)
    expect((await ask({ 'if-none-match': `W/"x", ${etag}` })).statusCode).toBe(304)
    const head = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(length), ''])
  })

  test('has no part behind its end, or of no length', () => {
    expect(rangeOf('bytes=-0', 10)).toBe('none')
    expect(rangeOf('bytes=10-', 10)).toBe('none')
    expect(rangeOf('bytes=-', 10)).toBe('whole')
    expect(rangeOf(undefined, 10)).toBe('whole')
  })

  test('is read from the database once, however many ask at once and later [proof 993]', async () => {
    let reads = 0
    const cache = new AssetCache()
    const read = async () => {
      reads += 1
      return { media_type: 'video/mp4', content: film }
    }
    await Promise.all(Array.from({ length: 20 }, () => cache.get('film', read)))
    await cache.get('film', read)
    expect(reads).toBe(1)
    // One that there isn't is asked for again, and what can't be read is no file that there isn't.
    const absent = async () => {
      reads += 1
      return null
    }
    await cache.get('none', absent)
    await cache.get('none', absent)
    expect(reads).toBe(3)
    await expect(cache.get('down', () => Promise.reject(new Error('is down')))).rejects.toThrow('is down')
    expect(await cache.get('down', read)).not.toBeNull()
    // What was not asked for in a while goes, so that all of them together stay within bounds.
    const large = async () => ({ media_type: 'video/mp4', content: Buffer.alloc(5 * 1024 * 1024) })
    for (let index = 0; index < 13; index += 1) await cache.get(`large ${index}`, large)
    const before = reads
    await cache.get('film', read)
    expect(reads).toBe(before + 1)
  })
})
