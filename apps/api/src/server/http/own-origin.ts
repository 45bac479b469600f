import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page that opens a socket is this program's: its `Origin` is the public one or names the requested host.
 * Clients other than browsers send none. Browsers leave this check to the server (RFC 6455 §10.2).
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, public_origin: string): boolean {
  if (origin === undefined || origin === public_origin) return true
  return URL.parse(origin)?.host === host?.toLowerCase()
}
