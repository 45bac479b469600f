import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page that asks for a socket is this program's: its `Origin` is the public one or names the host that it asks.
 * Who is no browser sends none. Browsers let any page open a socket to any host and leave the question to it (RFC 6455
 * §10.2).
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, public_origin: string): boolean {
  if (origin === undefined || origin === public_origin) return true
  return URL.parse(origin)?.host === host?.toLowerCase()
}
