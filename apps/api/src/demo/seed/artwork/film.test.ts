import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawFilm } from './film.ts'
import { drawPoster } from './posters.ts'

const POSTER = {
  motif: 'skyline',
  palette: ['#312e81', '#be185d', '#fbbf24', '#1e1b4b'],
  title: 'SKYLINE',
  line: 'BEFORE SUNSET',
  action: 'PLAY',
} as const
const [WIDTH, HEIGHT] = [48, 36]
/** Where the last picture's first macroblock begins behind its unit's type, header and the block's kind. */
const HEADER_BYTES = 5

function boxesOf(file: Buffer): Map<string, Buffer> {
  const boxes = new Map<string, Buffer>()
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    boxes.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + file.readUInt32BE(at)))
  }
  return boxes
}

test('a film is an MP4 file of four scenes of two seconds, the last one the poster itself', async () => {
  const file = await drawFilm(POSTER, WIDTH, HEIGHT)
  const boxes = boxesOf(file)
  expect([...boxes.keys()]).toEqual(['ftyp', 'moov', 'mdat'])
  const [movie, content] = [boxes.get('moov') ?? Buffer.alloc(0), boxes.get('mdat') ?? Buffer.alloc(0)]
  expect(movie.readUInt32BE(movie.indexOf('stts') + 16)).toBe(2_000)
  const begin = movie.readUInt32BE(movie.indexOf('stco') + 12)
  expect(file.subarray(begin).equals(content)).toBe(true)
  const pictures: Buffer[] = []
  for (let at = 0; at < content.length; at += 4 + content.readUInt32BE(at))
    pictures.push(content.subarray(at + 4, at + 4 + content.readUInt32BE(at)))
  expect(pictures).toHaveLength(4)
  expect((await drawFilm(POSTER, WIDTH, HEIGHT)).equals(file)).toBe(true)
  const { data } = await sharp(await drawPoster(POSTER, WIDTH, HEIGHT))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  const brightness = Math.round(16 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255)
  expect(pictures.at(-1)?.[HEADER_BYTES]).toBe(brightness)
})
