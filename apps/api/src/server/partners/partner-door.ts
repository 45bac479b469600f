import {
  PARTNER_COOKIE,
  PARTNER_HEADER,
  PARTNER_HEADER_VALUE,
  PARTNER_PERSON_HEADER,
} from '@adtally/contract/partner/statement/session.ts'
import type { Settings } from '../../settings.ts'
import type { DoorFace } from '../door/door.ts'
import type { WireContext } from '../http/answer-call.ts'

/** The door of advertisers' and publishers' people, for their own page alone. */
export function partnerFace({
  partner_origin: origin,
  partner_path: path,
}: Pick<Settings, 'partner_origin' | 'partner_path'>): DoorFace {
  const header = { name: PARTNER_HEADER, value: PARTNER_HEADER_VALUE }
  const person_header = PARTNER_PERSON_HEADER
  return { name: 'partner', origin, path, cookie: PARTNER_COOKIE, header, person_header }
}

/** Notes who of a partner's asks, for limits and logs. */
export function notePartner({ person_id }: { person_id: string }, context: WireContext): string {
  context.partner_person_id = person_id
  return person_id
}
