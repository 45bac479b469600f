import { agentClassOf } from './agent-class.ts'
import type { AskingPage, PageHeaders } from './page.ts'
import { type Channel, HASH_BYTES, type TokenVisit } from './token.ts'
import { readAgent, readLanguage, type Visitor } from './visitor.ts'
import type { VisitorHash } from './visitor-hash.ts'

/** The headers that delivery reads. */
export interface VisitorHeaders extends PageHeaders {
  'user-agent'?: string | undefined
  'accept-language'?: string | undefined
  /** `1`: the visitor opts out of being followed (Global Privacy Control). */
  'sec-gpc'?: string | string[] | undefined
  /** Set by a proxy that knows the country; trusted only where the program runs behind one. */
  'x-visitor-country'?: string | string[] | undefined
}

const DEVICE_ID = /^[A-Za-z0-9_-]{16,64}$/
const USER_AGENT_LENGTH_MAX = 300
const NO_PAGE = Buffer.alloc(HASH_BYTES)

/** The User-Agent as stored. */
export function userAgentOf(headers: VisitorHeaders): string {
  return (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX)
}

/** What targeting may know about a visitor. */
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

/** Whom a decision is for, as its token keeps it. */
export function visitOf(
  visitors: VisitorHash,
  query: { device?: string | undefined; headers: VisitorHeaders; address: string; channel: Channel },
  at: { page: AskingPage; user_agent: string; now_ms: number },
): TokenVisit {
  const { device, headers, address, channel } = query
  const is_known = device !== undefined && DEVICE_ID.test(device)
  return {
    device: is_known ? visitors.device(device) : visitors.visitor(address, at.user_agent, at.now_ms),
    page: at.page.host ? visitors.page(at.page.host) : NO_PAGE,
    is_page_told: at.page.is_told,
    address: visitors.address(address, at.now_ms),
    agent_class: agentClassOf(at.user_agent),
    channel,
    // A page makes an id for the device only where its visitor allows it.
    consent: { storage: is_known, opted_out: headers['sec-gpc'] === '1' },
  }
}
