import type { DeviceKind, OperatingSystem } from '@adtally/contract/enums.ts'
import { memoized } from '../../../lib/memoized.ts'

/** What a decision may know about a visitor and the page: from the request only, none of it stored. */
export interface Visitor {
  /** ISO 3166 alpha-2 in capitals; null where nothing tells. */
  country: string | null
  /** `tv`: televisions and consoles. */
  device: DeviceKind
  operating_system: OperatingSystem
  /** Primary language subtag, lower case; null where none was sent. */
  language: string | null
  /** What the page is about, by its publisher: as `readKeywords` has them. */
  keywords: readonly string[]
}

/** A visitor at an hour of the placement's week, from Monday 0:00. */
export interface Visit extends Visitor {
  week_hour: number
}

type Agent = Pick<Visitor, 'device' | 'operating_system'>

const AGENTS_MAX = 5_000
/** Televisions, what is plugged into them, and consoles. */
const TELEVISION =
  /smart-?tv|\btv\b|hbbtv|googletv|appletv|crkey|\baft[a-z]{1,4}\b|bravia|roku|web0s|webos\.tv|viera|netcast|playstation|xbox|nintendo/i

/** Device kind and operating system from a User-Agent; memoized, because few agents make most requests. */
export const readAgent = memoized(
  (user_agent): Agent => ({ device: deviceOf(user_agent), operating_system: operatingSystemOf(user_agent) }),
  AGENTS_MAX,
)

/** The first language of an Accept-Language header. */
export function readLanguage(accept_language: string | undefined): string | null {
  return /^\s*([a-z]{2,3})\b/i.exec(accept_language ?? '')?.[1]?.toLowerCase() ?? null
}

function deviceOf(user_agent: string): DeviceKind {
  if (TELEVISION.test(user_agent)) return 'tv'
  if (/ipad|tablet|playbook|silk(?!.*mobile)/i.test(user_agent)) return 'tablet'
  if (/android(?!.*mobile)/i.test(user_agent)) return 'tablet'
  return /mobi|iphone|ipod|android/i.test(user_agent) ? 'phone' : 'desktop'
}

function operatingSystemOf(user_agent: string): OperatingSystem {
  if (/android/i.test(user_agent)) return 'android'
  if (/iphone|ipad|ipod/i.test(user_agent)) return 'ios'
  if (/windows/i.test(user_agent)) return 'windows'
  if (/mac os x|macintosh/i.test(user_agent)) return 'macos'
  return /linux|cros/i.test(user_agent) ? 'linux' : 'other'
}
