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
  public_origin,
  passkey_origin,
}: Pick<Settings, 'partner_origin' | 'partner_path' | 'public_origin' | 'passkey_origin'>): DoorFace {
  const header = { name: PARTNER_HEADER, value: PARTNER_HEADER_VALUE }
  return {
    name: 'partner',
    origin,
    path,
    cookie: PARTNER_COOKIE,
    browser_cookie: null,
    // The name at which a demo's app is for passkeys; this page may be at an origin of its own.
    named_origin: origin === public_origin ? passkey_origin : null,
    header,
    person_header: PARTNER_PERSON_HEADER,
  }
}

/** Notes who of a partner's asks, for limits and logs. */
export function notePartner({ person_id }: { person_id: string }, context: WireContext): string {
  context.partner_person_id = person_id
  return person_id
}
