import { ortbConverter } from '../libraries/ortbConverter/converter.js'
import type { BidRequest, ClientBidderRequest } from '../src/adapterManager.js'
import {
  type AdapterRequest,
  type AdapterResponse,
  type BidderSpec,
  registerBidder,
  type ServerResponse,
} from '../src/adapters/bidderFactory.js'
import { BANNER, NATIVE, VIDEO } from '../src/mediaTypes.js'
import type { ORTBRequest } from '../src/types/ortb/request.d.ts'

const BIDDER_CODE = 'adtally'
/** How long a bid holds where the answer does not say: as long as an impression counts after its decision. */
const TTL_S = 300
/** Impressions that one request may have. */
const IMPRESSIONS_MAX = 20
/** The currency of an answer that names none (OpenRTB 2.6 §4.2.1). */
const CURRENCY = 'USD'
/** Hosts that are asked without encryption, because they are this machine. */
const LOOPBACK = /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/
const PRICE = '$' + '{AUCTION_PRICE}'
/** An impression, told by a picture's address (Native Ads 1.2 §7.6 and §7.7), which Prebid.js asks for once the bid is billable. */
const BILLING = { event: 1, method: 1 } as const
/** What says where or on which device somebody is; advertisements are chosen by the page, so it is not sent. */
const PERSONAL = ['geo', 'ifa', 'ip', 'ipv6', 'didmd5', 'didsha1', 'dpidmd5', 'dpidsha1', 'macmd5', 'macsha1']

/** What an ad unit says of a bid by Adtally. */
export interface AdtallyBidParams {
  /** The placement's key. */
  placement: string
  /** The program's address, as `https://ads.example`; a bare host is asked by HTTPS. */
  endpoint: string
}

declare module '../src/adUnits.js' {
  interface BidderParams {
    [BIDDER_CODE]: AdtallyBidParams
  }
}

type Bid = BidRequest<typeof BIDDER_CODE>

const converter = ortbConverter<typeof BIDDER_CODE>({
  context: { netRevenue: true, ttl: TTL_S },
  imp(build, bid_request, context) {
    const { placement, endpoint } = bid_request.params
    const imp = { ...build(bid_request, context), tagid: placement }
    // A program on this machine shows what is not encrypted, too.
    return auctionUrl(endpoint)?.startsWith('http:') ? { ...imp, secure: 0 } : imp
  },
  request: (build, imps, bidder_request, context) => inStandardPlaces(build(imps, bidder_request, context)),
  bidResponse(build, bid, context) {
    const told = build(withPrice(bid), context)
    const { burl, mediaType } = told
    return {
      ...told,
      currency: told.currency ?? CURRENCY,
      meta: { ...told.meta, mediaType },
      // Only the address bills, so that a creative may be drawn before billing that the page defers.
      ...(burl && {
        deferRendering: false,
        eventtrackers: [...(told.eventtrackers ?? []), { ...BILLING, url: burl }],
      }),
    }
  },
})

/**
 * Prebid.js's bidder for Adtally: asks the program at each ad unit's `endpoint` by OpenRTB 2.6, with all of its placements
 * in one request. It makes no other request, stores nothing and sets nothing on the page; what bills a bid is an
 * address that Prebid.js asks for.
 */
export const spec: BidderSpec<typeof BIDDER_CODE> = {
  code: BIDDER_CODE,
  supportedMediaTypes: [BANNER, VIDEO, NATIVE],
  isBidRequestValid: ({ params }) =>
    typeof params?.placement === 'string' && params.placement !== '' && auctionUrl(params.endpoint) !== null,
  buildRequests(bid_requests, bidder_request) {
    const by_url = new Map<string, Bid[]>()
    for (const bid_request of bid_requests) {
      const url = auctionUrl(bid_request.params.endpoint)
      if (url !== null) by_url.set(url, [...(by_url.get(url) ?? []), bid_request])
    }
    return [...by_url].flatMap(([url, asked]) =>
      parted(asked).map((part) => requestTo(url, part, bidder_request)),
    )
  },
  interpretResponse: ({ body }: ServerResponse, { data }: AdapterRequest): AdapterResponse =>
    converter.fromORTB({ request: data, response: body }),
}

registerBidder(spec)

/** As text and without credentials, so that a browser asks nothing beforehand and sends no cookie. */
function requestTo(
  url: string,
  bid_requests: Bid[],
  bidder_request: ClientBidderRequest<typeof BIDDER_CODE>,
): AdapterRequest {
  return {
    method: 'POST',
    url,
    data: converter.toORTB({ bidRequests: bid_requests, bidderRequest: bidder_request }),
    options: { contentType: 'text/plain', withCredentials: false },
  }
}

/** As many at once as the program answers. */
function parted(bid_requests: Bid[]): Bid[][] {
  const parts = Math.ceil(bid_requests.length / IMPRESSIONS_MAX)
  return Array.from({ length: parts }, (_, part) =>
    bid_requests.slice(part * IMPRESSIONS_MAX, (part + 1) * IMPRESSIONS_MAX),
  )
}

/** Where the program at `endpoint` is asked; null for what is no address of a program, or not a secure one. */
function auctionUrl(endpoint: unknown): string | null {
  if (typeof endpoint !== 'string') return null
  try {
    const { href, origin, protocol, hostname } = new URL(
      endpoint.includes('://') ? endpoint : `https://${endpoint}`,
    )
    const is_secure = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
    // Chromium encodes what no host can have where other browsers refuse it.
    const is_host = !hostname.includes('%')
    return is_secure && is_host && href === `${origin}/` ? `${origin}/openrtb2/auction` : null
  } catch {
    return null
  }
}

/**
 * Puts what Prebid.js keeps in extensions where OpenRTB 2.6 has it (§3.2.2, §3.2.3, §3.2.20), and leaves out what tells
 * who somebody is.
 */
function inStandardPlaces({ source, regs, user, device, ...request }: ORTBRequest): ORTBRequest {
  const consent = user && raised(user, ['consent']).consent
  return {
    ...request,
    ...(source && { source: raised(source, ['schain']) }),
    ...(regs && { regs: raised(regs, ['gdpr', 'gpp', 'gpp_sid', 'us_privacy']) }),
    ...(consent !== undefined && { user: { consent } }),
    ...(device && { device: impersonal(device) }),
  }
}

/** `part` with those of its extensions in the standard's place, where nothing stands yet. */
function raised<Part extends { ext?: object }>(part: Part, names: readonly string[]): Part {
  const inside = Object.entries(part.ext ?? {})
  return {
    ...Object.fromEntries(inside.filter(([name]) => names.includes(name))),
    ...part,
    ext: Object.fromEntries(inside.filter(([name]) => !names.includes(name))),
  }
}

function impersonal(device: NonNullable<ORTBRequest['device']>): NonNullable<ORTBRequest['device']> {
  return Object.fromEntries(Object.entries(device).filter(([name]) => !PERSONAL.includes(name)))
}

/** The bid with its price wherever its texts ask for it; Prebid.js itself fills it in banners alone. */
function withPrice<Priced extends { price: number; adm?: string; burl?: string }>(bid: Priced): Priced {
  const filled = (text: string) => text.replaceAll(PRICE, String(bid.price))
  return {
    ...bid,
    ...(typeof bid.adm === 'string' && { adm: filled(bid.adm) }),
    ...(typeof bid.burl === 'string' && { burl: filled(bid.burl) }),
  }
}
