import sharp from 'sharp'
import { BitWriter, box, halves, words } from './film-bits.ts'
import { drawPoster, type Poster } from './posters.ts'

const SCENE_MS = 2_000
/** A macroblock's side in pixels. */
const BLOCK = 16
/** Types of units: a picture that needs no other, the stream's and the pictures' parameters. */
const [PICTURE, STREAM, PICTURES] = [0x65, 0x67, 0x68]
/** Baseline profile, level 3. */
const PROFILE = [66, 0xc0, 30] as const
const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000] as const

/**
 * A product's film as an MP4 file: its poster of even sides, which is lettered scene by scene, eight seconds in all. The
 * pictures are H.264 without any compression (macroblocks `I_PCM`), so that no encoder is needed.
 */
export async function drawFilm(poster: Poster, width: number, height: number): Promise<Buffer> {
  const bare = { ...poster, title: '', line: '', action: '' }
  const titled = { ...bare, title: poster.title }
  const scenes = [bare, titled, { ...titled, line: poster.line }, poster]
  const pictures: Buffer[] = []
  for (const [index, scene] of scenes.entries()) {
    const picture = sharp(await drawPoster(scene, width, height)).removeAlpha()
    const pixels = await picture.raw().toBuffer()
    pictures.push(pictureUnit(new Planes(pixels, width, height), index % 2))
  }
  return fileOf(pictures, width, height)
}

/** A picture's brightness and colours (ITU-R BT.601), each colour for four pixels; what lies beyond repeats the edge. */
class Planes {
  readonly columns: number
  readonly rows: number
  readonly #pixels: Buffer
  readonly #width: number
  readonly #height: number

  constructor(pixels: Buffer, width: number, height: number) {
    this.columns = Math.ceil(width / BLOCK)
    this.rows = Math.ceil(height / BLOCK)
    this.#pixels = pixels
    this.#width = width
    this.#height = height
  }

  /** A macroblock's 256 values of brightness, 64 of blue and 64 of red. */
  block(column: number, row: number): Buffer {
    const values = Buffer.alloc(BLOCK * BLOCK * 1.5)
    let at = 0
    for (const [plane, step] of [
      [0, 1],
      [1, 2],
      [2, 2],
    ] as const) {
      for (let y = 0; y < BLOCK; y += step) {
        for (let x = 0; x < BLOCK; x += step) {
          values[at] = this.#value(plane, column * BLOCK + x, row * BLOCK + y)
          at += 1
        }
      }
    }
    return values
  }

  #value(plane: 0 | 1 | 2, x: number, y: number): number {
    const at = (Math.min(y, this.#height - 1) * this.#width + Math.min(x, this.#width - 1)) * 3
    const [red = 0, green = 0, blue = 0] = this.#pixels.subarray(at, at + 3)
    const [base, of_red, of_green, of_blue] = MATRIX[plane]
    return Math.round(base + (of_red * red + of_green * green + of_blue * blue) / 255)
  }
}

const MATRIX = [
  [16, 65.481, 128.553, 24.966],
  [128, -37.797, -74.203, 112],
  [128, 112, -93.786, -18.214],
] as const

/** A slice of all macroblocks, each as it is (7.3.3, 7.3.5). `picture_id` differs from that of the picture before. */
function pictureUnit(planes: Planes, picture_id: number): Buffer {
  const I_SLICE = 7
  const I_PCM = 25
  const writer = new BitWriter().numbers(0, I_SLICE, 0).bits(0, 4).numbers(picture_id).bits(0, 2)
  // The quantiser as it is, and no filter over the edges of blocks.
  writer.numbers(0, 1)
  for (let row = 0; row < planes.rows; row += 1) {
    for (let column = 0; column < planes.columns; column += 1) {
      writer.numbers(I_PCM).bytes(planes.block(column, row))
    }
  }
  return writer.unit(PICTURE)
}

/** The size in macroblocks, and what of the last ones is cut off, in pairs of pixels (7.3.2.1). */
function streamUnit(width: number, height: number): Buffer {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const writer = new BitWriter()
  for (const byte of PROFILE) writer.bits(byte, 8)
  writer
    .numbers(0, 0, 2, 1)
    .bits(0, 1)
    .numbers(columns - 1, rows - 1)
  return writer
    .bits(0b111, 3)
    .numbers(0, (columns * BLOCK - width) / 2, 0, (rows * BLOCK - height) / 2)
    .bits(0, 1)
    .unit(STREAM)
}

/** Nothing out of the ordinary, but that each slice says whether edges are filtered (7.3.2.2). */
function picturesUnit(): Buffer {
  const writer = new BitWriter().numbers(0, 0).bits(0, 2).numbers(0, 0, 0).bits(0, 3).numbers(0, 0, 0)
  return writer.bits(0b100, 3).unit(PICTURES)
}

function fileOf(pictures: readonly Buffer[], width: number, height: number): Buffer {
  const samples = pictures.map((picture) => Buffer.concat([words(picture.length), picture]))
  const head = box('ftyp', Buffer.from('isom\0\0\x02\0isomavc1', 'latin1'))
  // As long wherever the samples begin.
  const { length } = movieBox(samples, width, height, 0)
  const movie = movieBox(samples, width, height, head.length + length + 8)
  return Buffer.concat([head, movie, box('mdat', ...samples)])
}

function movieBox(samples: readonly Buffer[], width: number, height: number, begin: number): Buffer {
  const duration_ms = samples.length * SCENE_MS
  const table = box(
    'stbl',
    box('stsd', words(0, 1), sampleEntry(width, height)),
    box('stts', words(0, 1, samples.length, SCENE_MS)),
    box('stsc', words(0, 1, 1, samples.length, 1)),
    box('stsz', words(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', words(0, 1, begin)),
  )
  const place = box('dinf', box('dref', words(0, 1), box('url ', words(1))))
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1000, duration_ms), halves(0x55c4, 0)),
    box('hdlr', words(0, 0), Buffer.from('vide', 'latin1'), words(0, 0, 0), Buffer.from('\0', 'latin1')),
    box('minf', box('vmhd', words(1), halves(0, 0, 0, 0)), place, table),
  )
  const track = box(
    'trak',
    box(
      'tkhd',
      words(3, 0, 0, 1, 0, duration_ms, 0, 0),
      halves(0, 0, 0, 0),
      words(...UNITY, width * 65_536, height * 65_536),
    ),
    media,
  )
  const times = words(0, 0, 0, 1000, duration_ms, 0x10000)
  return box('moov', box('mvhd', times, halves(0x100, 0), words(0, 0, ...UNITY, 0, 0, 0, 0, 0, 0, 2)), track)
}

function sampleEntry(width: number, height: number): Buffer {
  const [stream, pictures] = [streamUnit(width, height), picturesUnit()]
  const configuration = Buffer.concat([
    Buffer.from([1, ...PROFILE, 0xff, 0xe1]),
    halves(stream.length),
    stream,
    Buffer.from([1]),
    halves(pictures.length),
    pictures,
  ])
  return box(
    'avc1',
    halves(0, 0, 0, 1),
    words(0, 0, 0, 0),
    halves(width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    Buffer.alloc(32),
    halves(0x18, 0xffff),
    box('avcC', configuration),
  )
}
