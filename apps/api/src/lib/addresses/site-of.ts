import { getDomain } from 'tldts'
import { memoized } from '../memoized.ts'

/** The registrable domain of a host by the Public Suffix List; an address or a name without one is its own. */
export const siteOf = memoized(
  (host): string => getDomain(host, { allowPrivateDomains: true }) ?? host,
  5_000,
)
