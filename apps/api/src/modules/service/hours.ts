import { isWithin } from '../../service-hours.ts'
import type { Services } from '../services.ts'

/** Service hours, and whether service is open now. */
export function hoursNow({ settings, clock }: Services): { hours: string; online: boolean } {
  const { service_hours } = settings
  return { hours: service_hours.text, online: isWithin(service_hours, clock.now()) }
}
