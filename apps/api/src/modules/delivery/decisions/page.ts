import { getDomain } from 'tldts'
import { memoized } from '../../../lib/memoized.ts'

/** The headers that tell which page asks; browsers send them and no page can change them to another's. */
export interface PageHeaders {
  /** The asking page's origin; `null` where a frame is sandboxed, for which browsers send no referrer either. */
  origin?: string | undefined
  referer?: string | undefined
}

/** Which page asks. */
export interface AskingPage {
  /** Null for an app or a server, which are no pages; empty where a browser does not say. */
  host: string | null
  /** A sandboxed frame's own word for the page around it, which its browser did not confirm. */
  is_told: boolean
}

/** The page that asks, by its headers; by what a sandboxed frame told (`told`, an origin) where they are silent. */
export function askingPage({ origin, referer }: PageHeaders, told?: string): AskingPage {
  if (origin === 'null') return { host: hostOf(told ?? '') ?? '', is_told: told !== undefined }
  const named = origin ?? referer
  return { host: named === undefined ? null : (hostOf(named) ?? ''), is_told: false }
}

/** Whether a page may show the publisher's placements: one of its domain or a subdomain, or no page at all. */
export function isPageOf(domain: string, { host }: AskingPage): boolean {
  return host === null || host === domain || host.endsWith(`.${domain}`)
}

/** The registrable domain of a host by the Public Suffix List; an address or a name without one is its own. */
export const siteOf = memoized(
  (host): string => getDomain(host, { allowPrivateDomains: true }) ?? host,
  5_000,
)

const hostOf = memoized((address): string | null => {
  const url = URL.parse(address)
  return url === null || url.host === '' ? null : url.host
}, 5_000)
