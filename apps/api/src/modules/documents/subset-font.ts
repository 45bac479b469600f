import { readFileSync } from 'node:fs'

/** The harfbuzzjs package has no wrapper for the subsetter: these are its C functions (hb-subset.h). */
const wasm = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(new URL('./harfbuzz-subset.wasm', import.meta.resolve('harfbuzzjs')))),
)

function exported(name: string): (...values: number[]) => number {
  const member = wasm.exports[name]
  if (typeof member !== 'function') throw new Error(`HarfBuzz's subsetter has no ${name}`)
  return (...values) => Number(member(...values))
}

function memory(): Uint8Array {
  const { memory: kept } = wasm.exports
  if (!(kept instanceof WebAssembly.Memory)) throw new Error("HarfBuzz's subsetter has no memory")
  return new Uint8Array(kept.buffer)
}

exported('_initialize')()
const hb = {
  malloc: exported('malloc'),
  free: exported('free'),
  blobCreate: exported('hb_blob_create'),
  blobDestroy: exported('hb_blob_destroy'),
  blobData: exported('hb_blob_get_data'),
  blobLength: exported('hb_blob_get_length'),
  faceCreate: exported('hb_face_create'),
  faceDestroy: exported('hb_face_destroy'),
  faceBlob: exported('hb_face_reference_blob'),
  setAdd: exported('hb_set_add'),
  inputCreate: exported('hb_subset_input_create_or_fail'),
  inputDestroy: exported('hb_subset_input_destroy'),
  inputGlyphs: exported('hb_subset_input_glyph_set'),
  inputFlags: exported('hb_subset_input_set_flags'),
  pinAxis: exported('hb_subset_input_pin_axis_location'),
  subset: exported('hb_subset_or_fail'),
}

const MEMORY_READONLY = 1
const NO_HINTING = 1
const RETAIN_GLYPH_IDS = 2
const tag = (text: string) => text.split('').reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)

/** A variable font at one weight with only these glyphs' outlines; glyph ids stay. */
export function subsetFont(font: Uint8Array, glyphs: Iterable<number>, weight: number): Uint8Array {
  const address = hb.malloc(font.length)
  memory().set(font, address)
  const blob = hb.blobCreate(address, font.length, MEMORY_READONLY, 0, 0)
  const face = hb.faceCreate(blob, 0)
  const input = hb.inputCreate()
  try {
    for (const glyph of glyphs) hb.setAdd(hb.inputGlyphs(input), glyph)
    hb.inputFlags(input, NO_HINTING | RETAIN_GLYPH_IDS)
    hb.pinAxis(input, face, tag('wght'), weight)
    const made = hb.subset(face, input)
    if (made === 0) throw new Error('the font could not be subset')
    const result = hb.faceBlob(made)
    const from = hb.blobData(result, 0)
    const copy = memory().slice(from, from + hb.blobLength(result))
    hb.blobDestroy(result)
    hb.faceDestroy(made)
    return copy
  } finally {
    hb.inputDestroy(input)
    hb.faceDestroy(face)
    hb.blobDestroy(blob)
    hb.free(address)
  }
}
