import * as z from 'zod/mini'
import type { ApprovedCreative } from '../../marketplace/index.ts'

const ASSETS_MAX = 50
const length = z.optional(z.int().check(z.minimum(1)))
const side = z.optional(z.int().check(z.minimum(0)))

const asset = z.object({
  id: z.int(),
  required: z.optional(z.int()),
  title: z.optional(z.object({ len: z.int().check(z.minimum(1)) })),
  img: z.optional(z.object({ type: z.optional(z.int()), wmin: side, hmin: side })),
  data: z.optional(z.object({ type: z.int(), len: length })),
  video: z.optional(z.unknown()),
})

const nativeRequest = z.object({
  assets: z.array(asset).check(z.minLength(1), z.maxLength(ASSETS_MAX)),
  eventtrackers: z.optional(
    z
      .array(z.object({ event: z.int(), methods: z.array(z.int()).check(z.maxLength(50)) }))
      .check(z.maxLength(50)),
  ),
})
/** Up to version 1.0 of Native Ads the request had one member around it. */
const wrapped = z.union([nativeRequest, z.object({ native: nativeRequest })])

/** A request by Native Ads 1.2. */
export type NativeRequest = z.infer<typeof nativeRequest>
type Asset = NativeRequest['assets'][number]

/** Of the lists of Native Ads 1.2: kinds of images, of data, of events, and ways to tell them. */
const MAIN_IMAGE = 3
const SPONSORED = 1
const DESCRIPTION = 2
const VIEWABLE_HALF = 2
const BY_IMAGE = 1

/** The request in `imp.native.request`; null where there is none, or it is none that can be read. */
export function readNative(text: string | undefined): NativeRequest | null {
  if (text === undefined) return null
  try {
    const { data } = z.safeParse(wrapped, JSON.parse(text))
    if (data === undefined) return null
    return 'native' in data ? data.native : data
  } catch {
    return null
  }
}

/** Whether a creative has every asset that is required, none longer than it may be: a reviewed text is never cut. */
export function fitsNative(
  { assets }: NativeRequest,
  creative: ApprovedCreative,
  product_name: string,
): boolean {
  return assets.every((asset) => asset.required !== 1 || contentOf(asset, creative, product_name) !== null)
}

/** What is drawn of a creative, and where a tap and a view are told. */
export interface NativeParts {
  creative: ApprovedCreative
  product_name: string
  asset_url: string
  size: { w: number; h: number }
  click_url: string
  viewable_url: string
}

/** The answer by Native Ads 1.2, as `adm` has it. */
export function nativeMarkup({ assets, eventtrackers = [] }: NativeRequest, parts: NativeParts): string {
  const { creative, product_name, asset_url, size, click_url, viewable_url } = parts
  const answered = assets.flatMap((asset) => {
    const value = contentOf(asset, creative, product_name)
    if (value === null) return []
    const is_required = asset.required === 1 ? { required: 1 } : {}
    if (value.kind === 'img')
      return { id: asset.id, ...is_required, img: { type: MAIN_IMAGE, url: asset_url, ...size } }
    const { kind, text } = value
    return kind === 'title'
      ? { id: asset.id, ...is_required, title: { text, len: text.length } }
      : { id: asset.id, ...is_required, data: { type: asset.data?.type, value: text, len: text.length } }
  })
  // What is charged is told by the bid's billing notice, so that only a view is tracked.
  const is_tracked = eventtrackers.some(
    ({ event, methods }) => event === VIEWABLE_HALF && methods.includes(BY_IMAGE),
  )
  return JSON.stringify({
    ver: '1.2',
    assets: answered,
    link: { url: click_url },
    ...(is_tracked && { eventtrackers: [{ event: VIEWABLE_HALF, method: BY_IMAGE, url: viewable_url }] }),
  })
}

type Value = { kind: 'img' } | { kind: 'title' | 'data'; text: string }

/** What a creative has for an asset; null where it has nothing, or what it has does not fit. */
function contentOf(
  { title, img, data }: Asset,
  creative: ApprovedCreative,
  product_name: string,
): Value | null {
  if (title) return textIn('title', creative.headline, title.len)
  if (img) return fitsImage(img, creative) ? { kind: 'img' } : null
  if (data?.type === DESCRIPTION) return textIn('data', creative.body, data.len)
  if (data?.type === SPONSORED) return textIn('data', product_name, data.len)
  return null
}

function textIn(kind: 'title' | 'data', text: string, most: number | undefined): Value | null {
  return most !== undefined && text.length > most ? null : { kind, text }
}

function fitsImage(
  { type = MAIN_IMAGE, wmin = 0, hmin = 0 }: NonNullable<Asset['img']>,
  { width, height }: ApprovedCreative,
): boolean {
  return type === MAIN_IMAGE && (width ?? wmin) >= wmin && (height ?? hmin) >= hmin
}
