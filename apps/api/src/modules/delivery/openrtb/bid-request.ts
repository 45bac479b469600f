import * as z from 'zod/mini'

/** Impressions that are answered in one request; more are a fault of their sender's. */
export const IMPRESSIONS_MAX = 20
/** Bytes of a request. */
export const AUCTION_BYTES_MAX = 65_536
const LISTED_MAX = 2_000
const NODES_MAX = 20
const FORMATS_MAX = 50
const FLOOR_MAX = 1_000_000_000
const TMAX_MAX_MS = 3_600_000

const name = z.string().check(z.minLength(1), z.maxLength(256))
const address = z.string().check(z.maxLength(2_048))
const code = z.string().check(z.maxLength(16))
/** Of 0 and 1, as OpenRTB has its flags. */
const flag = z.optional(z.int().check(z.minimum(0), z.maximum(1)))
const pixels = z.optional(z.int().check(z.minimum(0), z.maximum(100_000)))
const names = z.optional(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(LISTED_MAX)))
const numbers = z.optional(z.array(z.int()).check(z.maxLength(LISTED_MAX)))

const size = z.object({ w: pixels, h: pixels })

const banner = z.object({
  w: pixels,
  h: pixels,
  format: z.optional(z.array(size).check(z.maxLength(FORMATS_MAX))),
  btype: numbers,
})

const duration = z.optional(z.int().check(z.minimum(0), z.maximum(86_400)))

const video = z.object({
  mimes: z.optional(z.array(z.string().check(z.maxLength(128))).check(z.maxLength(100))),
  protocols: numbers,
  minduration: duration,
  maxduration: duration,
})

const native = z.object({
  request: z.string().check(z.maxLength(16_384)),
})

const impression = z.object({
  id: name,
  tagid: z.optional(z.string().check(z.maxLength(64))),
  banner: z.optional(banner),
  video: z.optional(video),
  native: z.optional(native),
  /** For a thousand. JSON has no NaN and no infinity, and what is no number of sense is refused. */
  bidfloor: z.optional(z.number().check(z.minimum(0), z.maximum(FLOOR_MAX))),
  bidfloorcur: z.optional(code),
  secure: flag,
})

const keywords = {
  keywords: z.optional(z.string().check(z.maxLength(4_000))),
  kwarray: z.optional(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(200))),
}

const chain = z.object({
  complete: z.int().check(z.minimum(0), z.maximum(1)),
  ver: z.string().check(z.maxLength(16)),
  nodes: z
    .array(z.object({ asi: name, sid: z.string().check(z.minLength(1), z.maxLength(64)), hp: flag }))
    .check(z.minLength(1), z.maxLength(NODES_MAX)),
})

/** What of a bid request is read (OpenRTB 2.6 §3.2); members that it does not name are passed over. */
export const bidRequest = z.object({
  id: name,
  // An answer names its impression by its id alone.
  imp: z.array(impression).check(
    z.minLength(1),
    z.maxLength(IMPRESSIONS_MAX),
    z.refine((given) => new Set(given.map(({ id }) => id)).size === given.length, 'field_invalid'),
  ),
  site: z.optional(z.object({ page: z.optional(address), ...keywords })),
  app: z.optional(z.object({ bundle: z.optional(address), ...keywords })),
  device: z.optional(
    z.object({
      ua: z.optional(z.string()),
      ip: z.optional(z.string().check(z.maxLength(64))),
      ipv6: z.optional(z.string().check(z.maxLength(64))),
      ifa: z.optional(z.string().check(z.maxLength(256))),
      language: z.optional(code),
      dnt: flag,
      lmt: flag,
    }),
  ),
  user: z.optional(
    z.object({
      // However long: what is no consent string of the TCF's is none.
      consent: z.optional(z.string()),
      ext: z.optional(z.object({ consent: z.optional(z.string()) })),
    }),
  ),
  regs: z.optional(
    z.object({
      coppa: flag,
      gdpr: flag,
      us_privacy: z.optional(z.string()),
      gpp: z.optional(z.string()),
      gpp_sid: numbers,
      ext: z.optional(
        z.object({
          gdpr: flag,
          us_privacy: z.optional(z.string()),
          gpp: z.optional(z.string()),
          gpp_sid: numbers,
          gpc: z.optional(z.unknown()),
        }),
      ),
    }),
  ),
  source: z.optional(
    z.object({ schain: z.optional(chain), ext: z.optional(z.object({ schain: z.optional(chain) })) }),
  ),
  test: flag,
  tmax: z.optional(z.int().check(z.minimum(0), z.maximum(TMAX_MAX_MS))),
  cur: z.optional(z.array(code).check(z.maxLength(LISTED_MAX))),
  wseat: names,
  bseat: names,
  bcat: names,
  cattax: z.optional(z.int()),
  badv: names,
})

export type BidRequest = z.infer<typeof bidRequest>
export type Impression = BidRequest['imp'][number]
