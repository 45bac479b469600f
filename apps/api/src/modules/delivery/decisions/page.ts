import { getDomain } from 'tldts'
import { memoized } from '../../../lib/memoized.ts'

/** The headers that tell which page asks; browsers send them and no page can change them to another's. */
export interface PageHeaders {
  /** The asking page's origin; `null` where a frame is sandboxed, for which browsers send no referrer either. */
  origin?: string | undefined
  referer?: string | undefined
  /** Browsers send it, apps and servers do not. */
  'sec-fetch-site'?: string | string[] | undefined
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

/**
 * Whether a page may show the publisher's placements: one of its domain or a subdomain, around which no other site stands,
 * or no page at all.
 */
export function isPageOf(domain: string, { host, around }: AskingPage): boolean {
  return (host === null || isHostOf(domain, host)) && (around === null || isHostOf(domain, around))
}

/** Whether a host, with or without its port, is of a domain. */
export function isHostOf(domain: string, host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return host === domain || name === domain || name.endsWith(`.${domain}`)
}

/** The registrable domain of a host by the Public Suffix List; an address or a name without one is its own. */
export const siteOf = memoized(
  (host): string => getDomain(host, { allowPrivateDomains: true }) ?? host,
  5_000,
)

/** No address of a page that delivery has to do with is longer. */
const ADDRESS_LENGTH_MAX = 2_048

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
