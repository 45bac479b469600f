import type { NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import { type Micros, parseAmount, proportion } from '@adtally/money/money.ts'
import type { ApprovedCreative } from '../../marketplace/index.ts'
import type { PlacementSlot } from '../decisions/placement-slot.ts'
import type { PlanSlot } from '../decisions/plan-slot.ts'
import type { BidObstacle } from '../decisions/selection.ts'
import type { BidRequest, Impression } from './bid-request.ts'
import { advertiserDomain, CATEGORY_TAXONOMY, isCategoryBlocked } from './content-categories.ts'
import { fitsNative, type NativeRequest, readNative } from './native.ts'

/** The one seat that bids: whose money it is, the token says. */
export const SEAT = 'adtally'
/** Bids and floors are for a thousand impressions. */
const THOUSAND = 1_000n
const DEFAULT_CURRENCY = 'USD'
/** A floor comes as a JSON number: with more decimals than an amount has, or an exponent, it is rounded to the micro-unit. */
const FLOOR = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false })
/** OpenRTB's list 5.2: an XHTML banner, which is what our markup is. */
const XHTML_BANNER = 2

type Video = NonNullable<Impression['video']>

/** What a request asks of whatever is bid on any of its impressions. */
export interface RequestTerms {
  currency: string
  is_secure: boolean
  categories: ReadonlySet<string>
  has_other_taxonomy: boolean
  domains: ReadonlySet<string>
}

/** What an impression asks of a plan. */
export interface ImpressionTerms {
  native: NativeRequest | null
  /** Of an impression that takes a film. */
  film: { follows_wrappers: boolean } | null
  obstacleTo(slot: PlanSlot): BidObstacle | null
}

/** Of a whole request. */
export function requestTerms(
  { bcat = [], cattax, badv = [] }: BidRequest,
  { currency, is_secure }: { currency: string; is_secure: boolean },
): RequestTerms {
  return {
    currency,
    is_secure,
    categories: new Set(bcat),
    has_other_taxonomy: bcat.length > 0 && (cattax ?? CATEGORY_TAXONOMY) !== CATEGORY_TAXONOMY,
    domains: new Set(badv.map((domain) => domain.toLowerCase().replace(/^www\./, ''))),
  }
}

/** Why a request as a whole gets no bid, whatever its placements are. */
export function refusalOfRequest(
  { cur = [], wseat = [], bseat = [] }: BidRequest,
  currency: string,
): NoFillReason | null {
  if (cur.length > 0 && !cur.some((code) => code.toUpperCase() === currency)) return 'bid_currency'
  if ((wseat.length > 0 && !wseat.includes(SEAT)) || bseat.includes(SEAT)) return 'bid_seat'
  return null
}

/** What an impression asks of a plan on its placement, or why nothing fits it. */
export function impressionTerms(
  impression: Impression,
  placement: PlacementSlot,
  request: RequestTerms,
): ImpressionTerms | NoFillReason {
  const { terms, charge_micros } = placement
  if (placement.charged_on !== 'impression') return 'bid_format'
  if (impression.secure === 1 && !request.is_secure) return 'bid_format'
  const native = readNative(impression.native?.request)
  if (!fits(impression, placement, native)) return 'bid_format'
  const floor_micros = floorOf(impression, request.currency)
  if (floor_micros === null) return 'bid_currency'
  if (request.has_other_taxonomy) return 'bid_blocked'
  const creatives = (slot: PlanSlot) => slot.product.creatives.filter(({ kind }) => kind === terms.format)
  const film = terms.format === 'video' ? filmWishes(impression) : null
  return {
    native,
    film,
    obstacleTo(slot) {
      if (film && !creatives(slot).every((creative) => fitsVideo(impression.video, creative)))
        return 'bid_format'
      if (native && !creatives(slot).every((creative) => fitsNative(native, creative, slot.product.name)))
        return 'bid_format'
      if (isBlocked(slot, request)) return 'bid_blocked'
      return bidOf(charge_micros, feeOf(charge_micros, slot)) < floor_micros ? 'bid_floor' : null
    },
  }
}

/** The bid for a thousand impressions: the publisher's share of the charge. */
export function bidOf(charge_micros: Micros, fee_micros: Micros): Micros {
  return (charge_micros - fee_micros) * THOUSAND
}

function feeOf(charge_micros: Micros, { plan }: PlanSlot): Micros {
  return proportion(charge_micros, plan.platform_fee_percent, 100n)
}

function fits(
  { banner, video }: Impression,
  { terms }: PlacementSlot,
  native: NativeRequest | null,
): boolean {
  switch (terms.format) {
    case 'image':
      return banner !== undefined && !banner.btype?.includes(XHTML_BANNER) && hasSize(banner, terms)
    case 'native':
      return native !== null
    case 'video':
      return video !== undefined && takesFilms(video)
  }
}

/** Of the list of protocols: VAST 4.0, 4.1 and 4.2, whose players read our documents, and their wrappers. */
const VAST = [7, 11, 13]
const VAST_WRAPPED = [8, 12, 14]
const FILM_TYPE = 'video/mp4'
const SECOND_MS = 1_000

/** Whether an impression plays what we have: MP4 in a VAST 4.2 document. One that names no protocol plays any. */
function takesFilms({ mimes = [FILM_TYPE], protocols = VAST }: Video): boolean {
  return mimes.includes(FILM_TYPE) && protocols.some((one) => VAST.includes(one))
}

function filmWishes({ video }: Impression): { follows_wrappers: boolean } {
  return { follows_wrappers: video?.protocols?.some((one) => VAST_WRAPPED.includes(one)) ?? false }
}

/** Whether a film is as long as an impression asks, where it asks. */
function fitsVideo({ minduration = 0, maxduration }: Video = {}, { film_ms }: ApprovedCreative): boolean {
  if (film_ms === null) return false
  return (
    film_ms >= minduration * SECOND_MS && (maxduration === undefined || film_ms <= maxduration * SECOND_MS)
  )
}

/** Whether a banner may be of the placement's size; one that names none may be of any. */
function hasSize(
  { w, h, format = [] }: NonNullable<Impression['banner']>,
  { width, height }: { width: number; height: number },
): boolean {
  const sizes = w !== undefined && h !== undefined ? [...format, { w, h }] : format
  return sizes.length === 0 || sizes.some((size) => size.w === width && size.h === height)
}

/** The floor for a thousand impressions; null in a currency that is not ours, which no rate of ours makes comparable. */
function floorOf({ bidfloor = 0, bidfloorcur }: Impression, currency: string): Micros | null {
  if (bidfloor === 0) return 0n
  if ((bidfloorcur ?? DEFAULT_CURRENCY).toUpperCase() !== currency) return null
  return parseAmount(String(bidfloor)) ?? parseAmount(FLOOR.format(bidfloor))
}

function isBlocked({ product }: PlanSlot, { categories, domains }: RequestTerms): boolean {
  if (isCategoryBlocked(product.category, categories)) return true
  return domains.size > 0 && domains.has(advertiserDomain(product.landing_url).toLowerCase())
}

/** A creative's picture, as big as it is; of one whose size is not known, as big as its placement. */
export function sizeOf(
  { width, height }: Pick<ApprovedCreative, 'width' | 'height'>,
  { terms }: Pick<PlacementSlot, 'terms'>,
): { w: number; h: number } {
  return { w: width ?? terms.width, h: height ?? terms.height }
}
