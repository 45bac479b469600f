import { getDomain } from 'tldts'
import { memoized } from '../../../lib/memoized.ts'

/** The headers that tell which page asks; browsers send them and no page can change them to another's. */
export interface PageHeaders {
  /** The asking page's origin; `null` where a frame is sandboxed. */
  origin?: string | undefined
  referer?: string | undefined
}

/** Empty where a browser asks for a page that it does not name, as for a sandboxed frame without a referrer. */
export type PageHost = string | null

/**
 * The host of the page that asks: of its origin, or of its referrer where it is framed without an origin of its own.
 * Null for an app or a server, which are no pages.
 */
export function pageHostOf({ origin, referer }: PageHeaders): PageHost {
  if (origin !== undefined && origin !== 'null') return hostOf(origin) ?? ''
  const host = referer === undefined ? null : hostOf(referer)
  return host ?? (origin === undefined && referer === undefined ? null : '')
}

/** Whether a page of this host may show the publisher's placements: one of its domain or a subdomain, or no page at all. */
export function isPageOf(domain: string, host: PageHost): boolean {
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
