import { isIP } from 'node:net'
import type { explainDecision } from '@adtally/contract/operator/market/delivery.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../decisions/visitor.ts'
import { countriesOf } from '../visitors/country-of.ts'

/** Further away nothing is as it is now. */
const AWAY_MS_MAX = 366 * 86_400_000

/** The visitor and the moment that are asked about. Throws `field_invalid` for what is no address, and a moment far away. */
export function visitAsked(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  { address, at, ...said }: Omit<StaffInputOf<typeof explainDecision>, 'placement'>,
): { visitor: Visitor; at_ms: number } {
  if (address !== undefined && isIP(address) === 0) throw new Refusal('field_invalid', { field: 'address' })
  const now_ms = clock.now_ms()
  const at_ms = at === undefined ? now_ms : Date.parse(at)
  if (Math.abs(at_ms - now_ms) > AWAY_MS_MAX) throw new Refusal('field_invalid', { field: 'at' })
  return {
    at_ms,
    visitor: {
      country: said.country ?? (address === undefined ? null : countriesOf(settings).of(address)),
      device: said.device ?? 'phone',
      operating_system: said.operating_system ?? 'android',
      language: said.language ?? null,
      keywords: said.keywords ?? [],
    },
  }
}
