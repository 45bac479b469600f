import type { Settings } from '../../../settings.ts'
import { type ClientHints, withHints } from '../visitors/client-hints.ts'
import { countriesOf } from '../visitors/country-of.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { readAgent, readLanguage, type Visitor } from './visitor.ts'

/** The headers that delivery reads. */
export interface VisitorHeaders extends ClientHints {
  'user-agent'?: string | undefined
  'accept-language'?: string | undefined
  /** The asking page's origin; browsers send it and no page can change it. */
  origin?: string | undefined
  /** Among them the one by which a proxy tells the country, where a setting names it. */
  [name: string]: string | string[] | undefined
}

/** What of a request tells who visits which page. */
export interface AskingVisitor {
  headers: VisitorHeaders
  address: string
  /** As `readKeywords` has them. */
  keywords?: readonly string[] | undefined
}

const DEVICE_ID = /^[A-Za-z0-9_-]{16,64}$/
const USER_AGENT_LENGTH_MAX = 300

/** The User-Agent as stored. */
export function userAgentOf(headers: VisitorHeaders): string {
  return (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX)
}

const COUNTRY = /^(?!XX|ZZ)[A-Z]{2}$/
const NO_KEYWORDS: readonly string[] = []

/** What targeting may know about a visitor. */
export function visitorOf(
  { headers, address, keywords = NO_KEYWORDS }: AskingVisitor,
  settings: Pick<Settings, 'country_header' | 'country_database'>,
): Visitor {
  const { device, operating_system } = withHints(readAgent(userAgentOf(headers)), headers)
  return {
    country: countryTold(headers, settings.country_header) ?? countriesOf(settings).of(address),
    device,
    operating_system,
    language: readLanguage(headers['accept-language']),
    keywords,
  }
}

/** The country that a proxy tells, which knows more than a list of networks does. */
function countryTold(headers: VisitorHeaders, country_header: string | null): string | null {
  if (country_header === null) return null
  const told = String(headers[country_header]).toUpperCase()
  return COUNTRY.test(told) ? told : null
}

/** Eight bytes for a device: from the tag's id, else from address and agent. */
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
 * Whether a page of this origin may show the publisher's placements: one of its domain or a subdomain. Without an
 * origin (an app, a framed page), it is allowed.
 */
export function isPageOf(domain: string, origin: string | undefined): boolean {
  if (origin === undefined || origin === 'null') return true
  const host = origin.slice(origin.indexOf('//') + 2)
  return host === domain || host.endsWith(`.${domain}`)
}
