import type { KeyedHash } from './keyed-hash.ts'
import { readAgent, readLanguage, type Visitor } from './visitor.ts'

/** The headers that delivery reads. */
export interface VisitorHeaders {
  'user-agent'?: string | undefined
  'accept-language'?: string | undefined
  /** The asking page's origin; browsers send it and no page can change it. */
  origin?: string | undefined
  /** Why it asks, where it does so ahead: `prefetch`, `prefetch;prerender`. The second is its former name. */
  'sec-purpose'?: string | string[] | undefined
  purpose?: string | string[] | undefined
  /** Set by a proxy that knows the country; trusted only where the program runs behind one. */
  'x-visitor-country'?: string | string[] | undefined
}

const DEVICE_ID = /^[A-Za-z0-9_-]{16,64}$/
const STORED_AGENT_LENGTH_MAX = 1_024

/** The User-Agent as sent, by which it is judged: what is behind the end of the stored one counts too. */
export function userAgentOf(headers: VisitorHeaders): string {
  return headers['user-agent'] ?? ''
}

/** The User-Agent as stored, and as what follows from it goes by. */
export function storedAgent(user_agent: string): string {
  return user_agent.slice(0, STORED_AGENT_LENGTH_MAX)
}

/** Why a request was sent ahead of its user; undefined where it was not. */
export function purposeOf(headers: VisitorHeaders): string | undefined {
  return [headers['sec-purpose'], headers.purpose].flat().find((purpose) => purpose !== undefined)
}

/** What targeting may know about a visitor. */
export function visitorOf(headers: VisitorHeaders, proxies: number): Visitor {
  const { device, operating_system } = readAgent(storedAgent(userAgentOf(headers)))
  const country = headers['x-visitor-country']
  return {
    country:
      proxies > 0 && typeof country === 'string' && /^[A-Za-z]{2}$/.test(country)
        ? country.toUpperCase()
        : null,
    device,
    operating_system,
    language: readLanguage(headers['accept-language']),
  }
}

/** Eight bytes for a device: from the tag's id, else from address and agent. */
export function deviceOf(
  hash: KeyedHash,
  device_id: string | undefined,
  address: string,
  user_agent: string,
): Buffer {
  if (device_id !== undefined && DEVICE_ID.test(device_id)) return hash.bytes(`device ${device_id}`)
  return hash.bytes(`visitor ${address} ${storedAgent(user_agent)}`)
}

/**
 * Whether a page of this origin may show the publisher's placements: one of its domain or a subdomain. Without an
 * origin (an app, a framed page), it is allowed.
 */
export function isPageOf(domain: string, origin: string | undefined): boolean {
  if (origin === undefined || origin === 'null') return true
  const host = origin.slice(origin.indexOf('//') + 2)
  return host === domain || host.endsWith(`.${domain}`)
}
