import * as z from 'zod/mini'

/** What a bid request must have for its response to be held to it. */
export interface HeldRequest {
  id: string
  imp: readonly { id: string; bidfloor?: number; native?: { request: string } }[]
}

const web_address = z.string().check(z.regex(/^https?:\/\/[^\s"<>]+$/))
const text = z.string().check(z.minLength(1))
const pixels = z.int().check(z.minimum(1))

/** OpenRTB 2.6 §4.2.3: of a bid, what ours has. Anything else would be a member that nobody has looked up. */
const bid = z.strictObject({
  id: text,
  impid: text,
  price: z.number().check(z.gt(0)),
  adid: text,
  crid: text,
  adomain: z
    .array(z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$|^localhost$|^[\d.]+$/)))
    .check(z.minLength(1)),
  cat: z.optional(z.array(z.string().check(z.regex(/^IAB\d{1,2}(-\d{1,2})?$/))).check(z.minLength(1))),
  cattax: z.optional(z.literal(1)),
  mtype: z.union([z.literal(1), z.literal(4)]),
  adm: text,
  w: pixels,
  h: pixels,
  exp: z.int().check(z.minimum(1)),
  burl: web_address,
  lurl: web_address,
})

/** OpenRTB 2.6 §4.2.1 and §4.2.2. */
const response = z.strictObject({
  id: text,
  cur: z.string().check(z.regex(/^[A-Z]{3}$/)),
  seatbid: z
    .array(z.strictObject({ seat: text, group: z.literal(0), bid: z.array(bid).check(z.minLength(1)) }))
    .check(z.minLength(1)),
})

const native_asset = z.union([
  z.strictObject({
    id: z.int(),
    required: z.optional(z.literal(1)),
    title: z.strictObject({ text, len: z.int() }),
  }),
  z.strictObject({
    id: z.int(),
    required: z.optional(z.literal(1)),
    img: z.strictObject({ type: z.literal(3), url: web_address, w: pixels, h: pixels }),
  }),
  z.strictObject({
    id: z.int(),
    required: z.optional(z.literal(1)),
    data: z.strictObject({ type: z.int(), value: z.string(), len: z.int() }),
  }),
])

/** An answer by Native Ads 1.2. */
const native_response = z.strictObject({
  ver: z.literal('1.2'),
  assets: z.array(native_asset).check(z.minLength(1)),
  link: z.strictObject({ url: web_address }),
  eventtrackers: z.optional(
    z.array(z.strictObject({ event: z.int(), method: z.int(), url: web_address })).check(z.minLength(1)),
  ),
})

const asked_assets = z.object({ assets: z.array(z.object({ id: z.int(), required: z.optional(z.int()) })) })

/** What is wrong with a bid response, by OpenRTB 2.6 and Native Ads 1.2 in words of our own; none where nothing is. */
export function faultsOfResponse(request: HeldRequest, body: unknown): string[] {
  const parsed = z.safeParse(response, body)
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
  const { id, seatbid } = parsed.data
  const bids = seatbid.flatMap((seat) => seat.bid)
  const faults = id === request.id ? [] : ['it answers another request']
  if (new Set(bids.map((one) => one.id)).size < bids.length) faults.push('two bids have one id')
  for (const one of bids) {
    const impression = request.imp.find((asked) => asked.id === one.impid)
    if (!impression) faults.push(`nobody asked for ${one.impid}`)
    else if (one.price < (impression.bidfloor ?? 0)) faults.push(`${one.impid}: the price is below the floor`)
    if ((one.cat === undefined) !== (one.cattax === undefined))
      faults.push(`${one.impid}: categories of no taxonomy`)
    if (!one.burl.includes('{AUCTION_PRICE}')) faults.push(`${one.impid}: a billing notice without its price`)
    if (!one.lurl.includes('{AUCTION_LOSS}')) faults.push(`${one.impid}: a notice of loss without its reason`)
    faults.push(
      ...(one.mtype === 1 ? faultsOfBanner(one.adm) : faultsOfNative(one.adm, impression?.native?.request)),
    )
  }
  return faults
}

/** One link around one picture, nothing that runs. */
function faultsOfBanner(adm: string): string[] {
  return /^<a( [a-z]+="[^"<>]*")+><img( [a-z]+="[^"<>]*")+><\/a>$/.test(adm) && !/ on[a-z]+=/.test(adm)
    ? []
    : ['the markup is not a link around a picture']
}

function faultsOfNative(adm: string, request: string | undefined): string[] {
  const parsed = z.safeParse(native_response, JSON.parse(adm))
  if (!parsed.success) return parsed.error.issues.map(({ path }) => `native ${path.map(String).join('.')}`)
  if (request === undefined) return ['native where nobody asked for it']
  const answered = new Set(parsed.data.assets.map((asset) => asset.id))
  return z
    .parse(asked_assets, JSON.parse(request))
    .assets.filter((asset) => asset.required === 1 && !answered.has(asset.id))
    .map((asset) => `native: the required asset ${asset.id} is missing`)
}
