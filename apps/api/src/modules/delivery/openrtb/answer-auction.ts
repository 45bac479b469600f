import { isIP } from 'node:net'
import { KEYWORDS_MAX, readKeywords } from '@adtally/contract/keywords.ts'
import type { NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import type { Services } from '../../services.ts'
import type { ShownAdvertisement } from '../decisions/decide.ts'
import { isPageAddress } from '../decisions/page.ts'
import type { PlacementSlot } from '../decisions/placement-slot.ts'
import type { VisitorHeaders } from '../decisions/request-visitor.ts'
import type { Asker } from '../delivery-node.ts'
import { endBid } from './auction-notices.ts'
import { markupOf } from './bid-markup.ts'
import { type BidRequest, bidRequest, type Impression } from './bid-request.ts'
import {
  bidOf,
  type ImpressionTerms,
  impressionTerms,
  type RequestTerms,
  refusalOfRequest,
  requestTerms,
  SEAT,
} from './bid-terms.ts'
import { advertiserDomain, CATEGORY_TAXONOMY, categoryCode } from './content-categories.ts'
import { noticeUrls } from './notice-urls.ts'
import { toldConsent } from './told-consent.ts'

/** With less than this left of `tmax` an answer would come too late. */
const ANSWER_MS = 20

/** Who sends a bid request: what its connection says, and the exchange whose key it showed. */
export interface AuctionSender {
  headers: VisitorHeaders
  address: string
  exchange_id: string | undefined
}

/** One request on its way to an answer. */
interface Auction {
  services: Services
  request: BidRequest
  asker: Asker
  terms: RequestTerms
  /** By `performance.now()`; no answer is of use from then on. */
  until_ms: number
}

/**
 * The bid response to a bid request (OpenRTB 2.6 §4.2), as JSON; null where there is no bid, whose reason is counted for
 * each impression. Throws a refusal for a malformed request.
 */
export async function answerAuction(
  services: Services,
  body: unknown,
  sender: AuctionSender,
): Promise<string | null> {
  const request = parseInput(bidRequest, body)
  const { delivery, settings, clock } = services
  const auction: Auction = {
    services,
    request,
    asker: askerOf(request, sender, clock.now_ms()),
    terms: requestTerms(request, {
      currency: settings.currency,
      is_secure: settings.public_origin.startsWith('https:'),
    }),
    until_ms: performance.now() + (request.tmax ?? Number.POSITIVE_INFINITY) - ANSWER_MS,
  }
  const refusal = refusalOf(auction, sender)
  const bids: string[] = []
  const shown = new Set<string>()
  for (const impression of request.imp) {
    const placement = delivery.placement(impression.tagid ?? '')
    const bid = refusal === null || !placement ? await bidOn(auction, impression, shown) : refusal
    if (bid !== null && typeof bid === 'object') bids.push(bid.json)
    else if (typeof bid === 'string') delivery.counters.decided(placement?.terms.placement_id ?? '', bid)
  }
  if (bids.length === 0) return null
  const head = JSON.stringify({ id: request.id, cur: settings.currency }).slice(0, -1)
  return `${head},"seatbid":[{"seat":"${SEAT}","group":0,"bid":[${bids.join(',')}]}]}`
}

/** Why the request as a whole gets no bid. */
function refusalOf({ services, request }: Auction, { exchange_id }: AuctionSender): NoFillReason | null {
  if (exchange_id !== undefined && !endsInExchange(services, request, exchange_id)) return 'bid_chain'
  const { page } = request.site ?? {}
  if (page !== undefined && !isPageAddress(page)) return 'page_unknown'
  return refusalOfRequest(request, services.settings.currency)
}

/** Whether the supply chain, if one is told, ends in the exchange that asks (IAB SupplyChain object, `nodes`). */
function endsInExchange({ delivery }: Services, { source, imp }: BidRequest, exchange_id: string): boolean {
  const chain = source?.schain ?? source?.ext?.schain
  if (!chain) return true
  const own = imp
    .map(({ tagid }) => delivery.placement(tagid ?? '')?.terms)
    .find((terms) => terms?.publisher_id === exchange_id)
  return own === undefined || chain.nodes.at(-1)?.asi.toLowerCase() === own.publisher_domain
}

/** A bid, why there is none, or null where the decision has counted that itself. */
async function bidOn(
  { services, request, asker, terms, until_ms }: Auction,
  impression: Impression,
  shown: Set<string>,
): Promise<{ json: string } | NoFillReason | null> {
  const { delivery, clock } = services
  const placement = delivery.placement(impression.tagid ?? '')
  const asked = placement && impressionTerms(impression, placement, terms)
  if (typeof asked === 'string') return asked
  const left_ms = until_ms - performance.now()
  if (placement && left_ms < 0) return 'bid_time'
  const decided = await delivery.decide(
    {
      ...asker,
      placement: impression.tagid ?? '',
      obstacleTo: asked?.obstacleTo,
      wait_ms_max: Math.max(0, left_ms),
    },
    shown,
  )
  if (decided.shown === null || !placement || !asked) return null
  shown.add(decided.plan_id ?? '')
  if (request.test === 1) {
    const token = delivery.codec.open(decided.shown.token, clock.now_ms())
    if (typeof token !== 'string') await endBid(delivery, token, 'test')
  }
  return { json: bidJson({ services, asker }, decided.shown, { impression, placement, asked }) }
}

function bidJson(
  { services: { delivery, settings }, asker }: Pick<Auction, 'services' | 'asker'>,
  shown: ShownAdvertisement,
  {
    impression,
    placement,
    asked,
  }: { impression: Impression; placement: PlacementSlot; asked: ImpressionTerms },
): string {
  const { public_origin } = settings
  const { decision_id, token, product } = shown
  const { creative_id } = shown.creative
  const category = categoryCode(product.category)
  const by_exchange =
    asker.exchange_id === undefined
      ? null
      : { decision_id, user_agent: asker.headers['user-agent'] ?? '', visitors: delivery.visitors }
  const bid = {
    id: decision_id,
    impid: impression.id,
    adid: creative_id,
    crid: creative_id,
    adomain: [advertiserDomain(product.landing_url)],
    ...(category !== null && { cat: [category], cattax: CATEGORY_TAXONOMY }),
    w: placement.terms.width,
    h: placement.terms.height,
    exp: Math.floor(shown.impression_within_ms / 1000),
    ...noticeUrls(public_origin, token, by_exchange),
    ...markupOf(shown, placement, {
      native: asked.native,
      film: asked.film,
      public_origin,
      system: settings.brand.name,
    }),
  }
  // An amount is written as it is, since a number of JavaScript's might not be it.
  const price = formatAmount(bidOf(shown.charge_micros, shown.fee_micros))
  return `${JSON.stringify(bid).slice(0, -1)},"price":${price}}`
}

/** Who visits: as an exchange tells, or as the page's own connection shows, whatever the page says of it. */
function askerOf(
  request: BidRequest,
  { headers, address, exchange_id }: AuctionSender,
  now_ms: number,
): Asker {
  const { site, app, device } = request
  const { storage, opted_out } = toldConsent(request, now_ms)
  const opting_out = opted_out ? { 'sec-gpc': '1' } : {}
  const keywords = wordsOf(site ?? app ?? {})
  if (exchange_id === undefined) {
    return {
      headers: { ...headers, ...opting_out },
      address,
      around: originOf(site?.page),
      channel: 'openrtb',
      keywords,
    }
  }
  const told = device?.ip ?? device?.ipv6 ?? ''
  return {
    headers: { 'user-agent': device?.ua, 'accept-language': device?.language, ...opting_out },
    address: isIP(told) === 0 ? address : told,
    device: storage ? device?.ifa : undefined,
    channel: 'openrtb',
    keywords,
    exchange_id,
  }
}

/** What the page is about. Words beyond the most that a request may have are passed over. */
function wordsOf({
  keywords = '',
  kwarray = [],
}: Pick<NonNullable<BidRequest['site']>, 'keywords' | 'kwarray'>): string[] {
  return readKeywords([keywords, ...kwarray].join(','))
    .filter((word) => word.length <= 40)
    .slice(0, KEYWORDS_MAX)
}

function originOf(page: string | undefined): string | undefined {
  return page === undefined ? undefined : (URL.parse(page)?.origin ?? page)
}
