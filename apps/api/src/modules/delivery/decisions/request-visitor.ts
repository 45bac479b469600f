import type { KeyedHash } from './keyed-hash.ts'
import { readAgent, readLanguage, type Visitor } from './visitor.ts'

/** The headers that delivery looks at. */
export interface VisitorHeaders {
  'user-agent'?: string | undefined
  'accept-language'?: string | undefined
  /** Of the page that asks; browsers send it and no page can change it. */
  origin?: string | undefined
  /** Set by a proxy that knows; believed only where the program stands behind one. */
  'x-visitor-country'?: string | string[] | undefined
}

const DEVICE_ID = /^[A-Za-z0-9_-]{16,64}$/
const USER_AGENT_LENGTH_MAX = 300

/** The User-Agent as it is kept. */
export function userAgentOf(headers: VisitorHeaders): string {
  return (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX)
}

/** What may be known of a visitor for targeting. */
export function visitorOf(headers: VisitorHeaders, proxies: number): Visitor {
  const { device, operating_system } = readAgent(userAgentOf(headers))
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

/** Eight bytes that stand for a device: by the id that the tag keeps, else by address and agent. */
export function deviceOf(
  hash: KeyedHash,
  device_id: string | undefined,
  address: string,
  user_agent: string,
): Buffer {
  if (device_id !== undefined && DEVICE_ID.test(device_id)) return hash.bytes(`device ${device_id}`)
  return hash.bytes(`visitor ${address} ${user_agent}`)
}

/**
 * Whether a page of this origin may show the publisher's placements: one of its domain, or below it. Where no origin
 * is told (an app, a framed page) it can't be known.
 */
export function isPageOf(domain: string, origin: string | undefined): boolean {
  if (origin === undefined || origin === 'null') return true
  const host = origin.slice(origin.indexOf('//') + 2)
  return host === domain || host.endsWith(`.${domain}`)
}
