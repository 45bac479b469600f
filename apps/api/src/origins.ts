import { isIP } from 'node:net'

/** A listening host as a URL on this machine names it: a wildcard becomes a loopback address. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether a URL's host is an IP address. */
export function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** A loopback origin with its address replaced by a name, as browsers want for passkeys; null for any other. */
export function originByName(origin: string): string | null {
  const url = new URL(origin)
  if (!['127.0.0.1', '[::1]'].includes(url.hostname)) return null
  url.hostname = 'localhost'
  return url.origin
}
