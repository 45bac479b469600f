import { createHash, timingSafeEqual } from 'node:crypto'
import { memoized } from '../../../lib/memoized.ts'
import { isHostOf, type Placement } from '../../marketplace/index.ts'

/** The headers that tell which page asks; browsers send them and no page can change them to another's. */
export interface PageHeaders {
  /** The asking page's origin; `null` where a frame is sandboxed, for which browsers send no referrer either. */
  origin?: string | undefined
  referer?: string | undefined
  /** Browsers send both, apps and servers neither. */
  'sec-fetch-site'?: string | string[] | undefined
  'sec-fetch-dest'?: string | string[] | undefined
  /** `Bearer` and an app's key. */
  authorization?: string | undefined
}

/** Which page asks. */
export interface AskingPage {
  /** Null for an app or a server, which are no pages; empty where a browser does not say. */
  host: string | null
  /** Of the outermost page around, as the asking one tells it; null where it tells none. */
  around: string | null
}

/** The page that asks, by its headers, and the outermost one around it, as it tells (`around`, an origin). */
export function askingPage(headers: PageHeaders, around?: string): AskingPage {
  return { host: namedHost(headers), around: around === undefined ? null : hostOf(around) }
}

function namedHost({ origin, referer, 'sec-fetch-site': site }: PageHeaders): string | null {
  const named = origin ?? referer
  // A browser that names no page hides one; what is none of them is an app or a server.
  if (named === undefined) return site === undefined ? null : ''
  return hostOf(named)
}

/** Where a placement stands. */
type Standing = Pick<Placement, 'stands_on'> & { readonly hosts: readonly string[] }

/** Why a placement shows nothing to whoever asks. */
export type AskerRefusal =
  | 'page_missing'
  | 'page_unknown'
  | 'asked_by_browser'
  | 'app_key_unknown'
  | 'address_expired'

/**
 * Whether who asks is where the placement stands; null if so, else why not. A site's is asked for by a page of its hosts
 * alone, an app's by its key alone and never by a browser, whose pages anybody can read a key out of. `key_hash` is that
 * of the app's key in force; `address` says what an address that the key has signed is worth, and is asked where there is one.
 */
export function askerRefusal(
  { stands_on, hosts }: Standing,
  asker: {
    headers: PageHeaders
    page: AskingPage
    key_hash: Buffer | undefined
    address?: (() => AskerRefusal | null) | undefined
  },
): AskerRefusal | null {
  const { headers, page, key_hash, address } = asker
  if (stands_on === 'app') {
    if (isBrowser(headers)) return 'asked_by_browser'
    if (address) return address()
    return key_hash !== undefined && hasKey(headers, key_hash) ? null : 'app_key_unknown'
  }
  if (page.host === null) return 'page_missing'
  return isPageOf(hosts, page) ? null : 'page_unknown'
}

/** Node's `fetch` sends a mode alone, browsers say where they ask from and for what. */
function isBrowser(headers: PageHeaders): boolean {
  const { origin, referer, 'sec-fetch-site': site, 'sec-fetch-dest': dest } = headers
  return [origin, referer, site, dest].some((sent) => sent !== undefined)
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i

function hasKey({ authorization = '' }: PageHeaders, key_hash: Buffer): boolean {
  const key = BEARER.exec(authorization)?.[1]
  return key !== undefined && timingSafeEqual(createHash('sha256').update(key).digest(), key_hash)
}

/** Whether a page is of these hosts or a subdomain, and no other site stands around it as far as it tells. */
export function isPageOf(hosts: readonly string[], { host, around }: AskingPage): boolean {
  return host !== null && isOf(hosts, host) && (around === null || isOf(hosts, around))
}

/** Whether a host is of one of these domains. */
export function isOf(domains: readonly string[], host: string): boolean {
  return domains.some((domain) => isHostOf(domain, host))
}

/** No address of a page that delivery has to do with is longer. */
const ADDRESS_LENGTH_MAX = 2_048

/** Whether an address is one of a page: no script, no document of its own text, nothing that no browser opens. */
export function isPageAddress(address: string): boolean {
  return hostOf(address) !== ''
}

/** The host of a page's address, with its port; empty where it is none of a page. */
function hostOf(address: string): string {
  return address.length > ADDRESS_LENGTH_MAX ? '' : memoizedHost(address)
}

const memoizedHost = memoized((address): string => {
  const url = URL.parse(address)
  const is_page = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  // A name may end in a dot and is the same.
  return is_page ? url.host.replace(/\.(?=:|$)/, '') : ''
}, 2_000)
