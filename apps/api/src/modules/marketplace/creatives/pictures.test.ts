import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOf } from '../../../modules/given-file.ts'
import { aGif, anApng, ofClaimedSize } from '../../../testing/forged-pictures.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildProduct, runMarketplaceVerb } from '../../../testing/worlds/build-marketplace.ts'
import { animationOf, shownMs } from './animation.ts'

const p = await testProgram()
afterAll(() => p.close())
const { product_id } = await buildProduct(p.services, { creative: 'none' })

const plain = (colour = '#3a3fd4', width = 20, height = 10) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const png = await plain().png().toBuffer()
/** Three frames of 100, 0 and 200 ms. */
const animated = async (format: 'gif' | 'webp', loop: number) => {
  const frames = await Promise.all(['#a00', '#0a0', '#00a'].map((colour) => plain(colour).png().toBuffer()))
  return await sharp(frames, { join: { animated: true } })
    .toFormat(format, { loop, delay: [100, 0, 200] })
    .toBuffer()
}

const avif = await plain().avif().toBuffer()
const dots = await sharp({
  create: {
    width: 64,
    height: 64,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .png()
  .toBuffer()
const endless = { gif: await animated('gif', 0), webp: await animated('webp', 0) }

function create(content: Buffer, name = 'picture.png'): Promise<unknown> {
  return runMarketplaceVerb(p.services, 'create-creative', {
    ...{ product_id, kind: 'image', headline: 'Play', body: 'Now', file: fileOf(name, content) },
  })
}

/** What who reviews it is told. */
async function toldOf(content: Buffer, name?: string) {
  const { creative_id } = Object(await create(content, name))
  const { items } = Object(await runMarketplaceVerb(p.services, 'list-drafts', { limit: '500' }, 'checker'))
  const found = items.find((one: { creative_id: string }) => one.creative_id === creative_id)
  const { media_type, bytes, width, height, frames, animation_ms, is_one_colour, loudness } = found
  return { media_type, bytes, width, height, frames, animation_ms, is_one_colour, loudness }
}

describe('a picture', () => {
  test('is what its bytes are, whatever its name says, and who reviews it is told [proof 1080]', async () => {
    const webp = await animated('webp', 2)
    expect(await toldOf(webp, 'picture.jpg')).toEqual({
      media_type: 'image/webp',
      bytes: webp.length,
      ...{ width: 20, height: 10, frames: 3, animation_ms: 800, is_one_colour: false, loudness: null },
    })
    // Of one colour, which a reviewer may not see in a list.
    expect(await toldOf(png)).toMatchObject({ frames: 1, animation_ms: 0, is_one_colour: true })
    const clear = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    expect(await toldOf(clear)).toMatchObject({ is_one_colour: true })
    const dotted = await plain()
      .composite([{ input: await plain('#fff', 2, 2).png().toBuffer() }])
      .png()
      .toBuffer()
    expect(await toldOf(dotted)).toMatchObject({ media_type: 'image/png', is_one_colour: false })
    // Frames that stay one colour, and that become another, at the end.
    expect(await toldOf(aGif({ width: 1, height: 1, frames: 2, delay_ms: 50, plays: 3 }))).toMatchObject({
      ...{ media_type: 'image/gif', frames: 2, animation_ms: 300, is_one_colour: true },
    })
    expect(await toldOf(await animated('gif', 2))).toMatchObject({ frames: 3, is_one_colour: false })
    expect(await toldOf(anApng(png, { frames: 3, delay_ms: 500, plays: 2 }))).toMatchObject({
      ...{ media_type: 'image/png', frames: 3, animation_ms: 3_000 },
    })
  })

  test('moves as long as browsers play it, which every format tells in its own way [proof 1081]', async () => {
    for (const format of ['gif', 'webp'] as const) {
      for (const [loop, plays] of [
        [0, 0],
        [1, 1],
        [3, 3],
      ]) {
        const found = animationOf(await animated(format, Number(loop)), `image/${format}`)
        expect(found, `${format} ${loop}`).toEqual({ frames: 3, plays, once_ms: 400 })
      }
    }
    expect(shownMs({ frames: 3, plays: 0, once_ms: 1 })).toBe(Number.POSITIVE_INFINITY)
    // A still picture never moves, however often it is played.
    expect(shownMs({ frames: 1, plays: 0, once_ms: 100 })).toBe(0)
    expect(animationOf(anApng(png, { frames: 4, delay_ms: 0, plays: 2 }), 'image/png')).toEqual({
      ...{ frames: 4, plays: 2, once_ms: 400 },
    })
    // Exactly 30 s may be shown.
    expect(await toldOf(aGif({ frames: 30, delay_ms: 500, plays: 2 }))).toMatchObject({
      animation_ms: 30_000,
    })
  })

  test.each<[string, string, Buffer, string?]>([
    ['a page that is called a picture', 'field_invalid', Buffer.from('<html>'), 'picture.png'],
    ['an AVIF that is called a PNG', 'field_invalid', avif, 'picture.png'],
    ['only the first bytes of a PNG', 'not_an_image', png.subarray(0, 20)],
    ['WebP in name without its container', 'not_an_image', Buffer.from('NOTRIFF.WEBPVP8 ')],
    ['cut off', 'not_an_image', dots.subarray(0, dots.length - 200)],
    ['a GIF cut off', 'not_an_image', aGif({ frames: 9, delay_ms: 50, plays: 1 }).subarray(0, -9)],
    ['a bomb of pixels', 'image_pixels_too_many', ofClaimedSize(png, 50_000, 50_000)],
    ['another size than it claims', 'not_an_image', ofClaimedSize(png, 900, 900)],
    [
      'a bomb of frames',
      'image_pixels_too_many',
      aGif({ width: 2_000, height: 2_000, frames: 900, delay_ms: 20, plays: 1 }),
    ],
    [
      'a small GIF that browsers take for a large one',
      'not_an_image',
      aGif({ width: 5_000, height: 5_000, frames: 900, delay_ms: 20, plays: 1 }),
    ],
    [
      'an APNG of 10,000 frames',
      'animation_too_long',
      anApng(png, { frames: 10_000, delay_ms: 1, plays: 1 }),
    ],
    [
      'more frames than fit 30 s, however quick',
      'animation_too_long',
      aGif({ frames: 1_001, delay_ms: 20, plays: 1 }),
    ],
    [
      'an APNG that claims one frame of many',
      'not_an_image',
      anApng(png, { frames: 50, told: 1, delay_ms: 900, plays: 1 }),
    ],
    ['a GIF without an end', 'animation_too_long', endless.gif],
    ['a WebP without an end', 'animation_too_long', endless.webp],
    ['an APNG without an end', 'animation_too_long', anApng(png, { frames: 2, delay_ms: 100, plays: 0 })],
    ['30 s and more', 'animation_too_long', aGif({ frames: 31, delay_ms: 500, plays: 2 })],
    [
      'delays of 0, which browsers play slowly',
      'animation_too_long',
      aGif({ frames: 301, delay_ms: 0, plays: 1 }),
    ],
  ])('is refused where it is %s: %s [proof 1082]', async (_what, reason, content, name) => {
    const began_ms = performance.now()
    const before = process.memoryUsage().rss
    expect(await reasonOf(create(content, name))).toBe(reason)
    expect(performance.now() - began_ms).toBeLessThan(5_000)
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300)
  })
})
