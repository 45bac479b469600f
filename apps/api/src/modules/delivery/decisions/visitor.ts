import { memoized } from '../../../lib/memoized.ts'

/** What a decision may know about a visitor: from headers only, none of it stored. */
export interface Visitor {
  /** ISO 3166 alpha-2 in capitals; null without a trustworthy source. */
  country: string | null
  device: 'phone' | 'tablet' | 'desktop'
  operating_system: 'android' | 'ios' | 'windows' | 'macos' | 'linux' | 'other'
  /** Primary language subtag, lower case; null where none was sent. */
  language: string | null
}

type Agent = Pick<Visitor, 'device' | 'operating_system'>

const AGENTS_MAX = 5_000

/** Device kind and operating system from a User-Agent; memoized, because few agents make most requests. */
export const readAgent = memoized(
  (user_agent): Agent => ({ device: deviceOf(user_agent), operating_system: operatingSystemOf(user_agent) }),
  AGENTS_MAX,
)

/** The first language of an Accept-Language header. */
export function readLanguage(accept_language: string | undefined): string | null {
  return /^\s*([a-z]{2,3})\b/i.exec(accept_language ?? '')?.[1]?.toLowerCase() ?? null
}

function deviceOf(user_agent: string): Agent['device'] {
  if (/ipad|tablet|playbook|silk(?!.*mobile)/i.test(user_agent)) return 'tablet'
  if (/android(?!.*mobile)/i.test(user_agent)) return 'tablet'
  return /mobi|iphone|ipod|android/i.test(user_agent) ? 'phone' : 'desktop'
}

function operatingSystemOf(user_agent: string): Agent['operating_system'] {
  if (/android/i.test(user_agent)) return 'android'
  if (/iphone|ipad|ipod/i.test(user_agent)) return 'ios'
  if (/windows/i.test(user_agent)) return 'windows'
  if (/mac os x|macintosh/i.test(user_agent)) return 'macos'
  return /linux|cros/i.test(user_agent) ? 'linux' : 'other'
}
