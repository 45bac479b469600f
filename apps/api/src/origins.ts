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

const LOOPBACK_HOSTS = ['', 'localhost', '127.0.0.1', '[::1]']

/** Whether a connection to a database is local (a socket's folder included) or encrypted with a verified certificate. */
export function travelsSafely({ hostname, searchParams }: URL): boolean {
  // If a parameter is repeated, the driver takes the last.
  const last = (member: string) => searchParams.getAll(member).at(-1)
  const host = last('host') ?? hostname
  return host.startsWith('/') || LOOPBACK_HOSTS.includes(host) || last('sslmode') === 'verify-full'
}

/** An origin as browsers write it: small letters, no default port; as it is if the host is none. */
export function originIn(given: string): string {
  return URL.parse(given)?.origin ?? given
}
