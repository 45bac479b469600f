import { Refusal } from '../../lib/refusal.ts'
import { canonicalZone } from '../../lib/time-zones.ts'
import type { RequestContext } from '../route.ts'

/** The requested zone, or else that of X-TZ. Throws `time_zone_unknown`. */
export function zoneOf(user_time_zone: string | undefined, context: RequestContext): string {
  if (user_time_zone === undefined) return context.time_zone
  const zone = canonicalZone(user_time_zone)
  if (zone === null) throw new Refusal('time_zone_unknown', { field: 'user_time_zone' })
  return zone
}
