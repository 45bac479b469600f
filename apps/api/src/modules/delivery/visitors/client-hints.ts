import type { DeviceKind, OperatingSystem } from '@adtally/contract/enums.ts'
import type { Visitor } from '../decisions/visitor.ts'

type Agent = Pick<Visitor, 'device' | 'operating_system'>
type Field = string | string[] | undefined

/** The hints that browsers send by themselves to secure origins; no page can change them. */
export interface ClientHints {
  'sec-ch-ua-mobile'?: Field
  'sec-ch-ua-platform'?: Field
}

/** Platforms as Chromium names them; those that are not here tell nothing. */
const PLATFORMS: ReadonlyMap<Field, OperatingSystem> = new Map([
  ['"Android"', 'android'],
  ['"Chrome OS"', 'linux'],
  ['"Chromium OS"', 'linux'],
  ['"iOS"', 'ios'],
  ['"Linux"', 'linux'],
  ['"macOS"', 'macos'],
  ['"Windows"', 'windows'],
])
/** Systems whose devices that are not mobile are tablets. */
const OF_TABLETS: ReadonlySet<OperatingSystem> = new Set(['android', 'ios'])

/**
 * Device kind and system by what a browser hints, which holds against its User-Agent, since that may be frozen; what it
 * hints nothing of stays. A television is one by its User-Agent alone: no hint tells it from a tablet.
 */
export function withHints(by_user_agent: Agent, hints: ClientHints): Agent {
  const operating_system = PLATFORMS.get(hints['sec-ch-ua-platform']) ?? by_user_agent.operating_system
  return { device: deviceOf(by_user_agent.device, operating_system, hints), operating_system }
}

function deviceOf(
  by_user_agent: DeviceKind,
  operating_system: OperatingSystem,
  { 'sec-ch-ua-mobile': mobile, 'sec-ch-ua-platform': platform }: ClientHints,
): DeviceKind {
  if (by_user_agent === 'tv') return 'tv'
  if (mobile === '?1') return 'phone'
  if (mobile !== '?0' || !PLATFORMS.has(platform)) return by_user_agent
  return OF_TABLETS.has(operating_system) ? 'tablet' : 'desktop'
}
