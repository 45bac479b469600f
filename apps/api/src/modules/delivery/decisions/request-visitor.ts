import type { Settings } from '../../../settings.ts'
import { AGENT_LENGTH_MAX } from '../rules/crawler-lists.ts'
import { type ClientHints, withHints } from '../visitors/client-hints.ts'
import { countriesOf } from '../visitors/country-of.ts'
import { agentClassOf } from './agent-class.ts'
import type { AskingPage, PageHeaders } from './page.ts'
import { type Channel, HASH_BYTES, type TokenVisit } from './token.ts'
import { readAgent, readLanguage, type Visitor } from './visitor.ts'
import type { VisitorHash } from './visitor-hash.ts'

/** The headers that delivery reads. */
export interface VisitorHeaders extends PageHeaders, ClientHints {
  'user-agent'?: string | undefined
  'accept-language'?: string | undefined
  /** `1`: the visitor opts out of being followed (Global Privacy Control). */
  'sec-gpc'?: string | string[] | undefined
  /** Why it asks, where it does so ahead: `prefetch`, `prefetch;prerender`. The second is its former name. */
  'sec-purpose'?: string | string[] | undefined
  purpose?: string | string[] | undefined
  'x-moz'?: string | string[] | undefined
  'x-purpose'?: string | string[] | undefined
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
/** In a token's place of a page, where none asked. */
export const NO_PAGE = Buffer.alloc(HASH_BYTES)

/** The User-Agent as sent: one that is longer than what is stored of it is no browser's. */
export function userAgentOf(headers: VisitorHeaders): string {
  return headers['user-agent'] ?? ''
}

/** The User-Agent as stored, and as what follows from it goes by. */
export function storedAgent(user_agent: string): string {
  return user_agent.slice(0, AGENT_LENGTH_MAX)
}

/** Why a request was sent ahead of its user, by all the names that there are for it; undefined where it was not. */
export function purposeOf(headers: VisitorHeaders): string | undefined {
  const { 'sec-purpose': now, purpose, 'x-moz': mozilla, 'x-purpose': safari } = headers
  const said = [now, purpose, mozilla, safari].flat().filter((one) => one !== undefined)
  return said.length === 0 ? undefined : said.join(', ')
}

const COUNTRY = /^(?!XX|ZZ)[A-Z]{2}$/
const NO_KEYWORDS: readonly string[] = []

/** What targeting may know about a visitor. */
export function visitorOf(
  { headers, address, keywords = NO_KEYWORDS }: AskingVisitor,
  settings: Pick<Settings, 'country_header' | 'country_database'>,
): Visitor {
  const { device, operating_system } = withHints(readAgent(storedAgent(userAgentOf(headers))), headers)
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

/** Whom a decision is for, as its token keeps it. */
export function visitOf(
  visitors: VisitorHash,
  query: { device?: string | undefined; headers: VisitorHeaders; address: string; channel: Channel },
  at: { page: AskingPage; user_agent: string; now_ms: number },
): TokenVisit {
  const { device, headers, address, channel } = query
  const is_known = device !== undefined && DEVICE_ID.test(device)
  const user_agent = storedAgent(at.user_agent)
  return {
    device: is_known ? visitors.device(device) : visitors.visitor(address, user_agent, at.now_ms),
    page: at.page.host ? visitors.page(at.page.host) : NO_PAGE,
    address: visitors.address(address, at.now_ms),
    agent_class: agentClassOf(user_agent),
    channel,
    // A page makes an id for the device only where its visitor allows it.
    consent: { storage: is_known, opted_out: headers['sec-gpc'] === '1' },
  }
}
