import type { InputOf } from '@adtally/contract/call.ts'
import type { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { canonicalZone } from '../../../lib/time-zones.ts'
import * as audit from '../../audit/index.ts'
import type { Caller } from '../../route.ts'
import type { Services } from '../../services.ts'
import { type CustomerChanges, updateCustomer } from '../customers.repository.ts'
import { checkLoginPassword } from '../passwords/login-password.ts'
import { signInFreshUntil } from '../rules.ts'
import { sealContact } from './contact-sealing.ts'
import { requireOwnName } from './own-name.ts'
import { tellOfSecurity } from './tell-of-security.ts'
import { type OwnCustomer, readOwnCustomer } from './user-info.ts'

type Edit = InputOf<typeof userInfoEdit>

type Editor = Pick<Caller, 'customer_id' | 'session_began_at'>

/**
 * Applies a customer's own changes and returns them as they then are; unchanged values are not written. A phone
 * number needs more proof than a session, which may be stolen, and a new one is announced. Throws `name_of_office`,
 * `time_zone_unknown`, `no_user_data`, and for a phone number `field_required`, `login_password_wrong`,
 * `too_many_requests` with a `deadline`, `sign_in_not_fresh`.
 */
export async function editUser(services: Services, editor: Editor, edit: Edit): Promise<OwnCustomer> {
  const { customer_id } = editor
  const before = await readOwnCustomer(services, customer_id)
  const changes = changesOf(services, before, edit)
  if (changes.nickname !== undefined) requireOwnName(services, changes.nickname, 'nickname')
  // Also for the present number: otherwise a thief of the session could find out which it is.
  if (edit.phone !== undefined) await proveForPhone(services, editor, before, edit)
  const fields = Object.keys(changes).map((name) => (name === 'phone_sealed' ? 'phone' : name))
  if (fields.length === 0) return before
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await updateCustomer(tx, customer_id, changes)
    await audit.byCustomer(tx, customer_id, { action: 'customer.edited', details: { fields } })
    if (fields.includes('phone')) await tellOfSecurity(tx, customer_id, 'contact_changed')
  })
  return await readOwnCustomer(services, customer_id)
}

/** Checks the sign-in password; a host's user has none and needs a session begun within the last hour. */
async function proveForPhone(
  services: Services,
  { customer_id, session_began_at }: Editor,
  { entry }: OwnCustomer,
  { login_password }: Edit,
): Promise<void> {
  if (entry === 'register') {
    if (login_password === undefined) throw new Refusal('field_required', { field: 'login_password' })
    await checkLoginPassword(services, customer_id, login_password)
  } else if (services.clock.now() >= signInFreshUntil(session_began_at)) {
    throw new Refusal('sign_in_not_fresh', { field: 'phone' })
  }
}

function changesOf({ settings }: Services, before: OwnCustomer, edit: Edit): CustomerChanges {
  const { nickname, phone, language } = edit
  const time_zone = edit.time_zone === undefined ? undefined : knownZone(edit.time_zone)
  return {
    ...(nickname !== undefined && nickname !== before.nickname && { nickname }),
    ...(phone !== undefined &&
      phone !== before.phone && { phone_sealed: sealContact(settings.secret, before.customer_id, phone) }),
    ...(language !== undefined && language !== before.language && { language }),
    ...(time_zone !== undefined && time_zone !== before.time_zone && { time_zone }),
  }
}

/** The zone in the platform's spelling; by name, because an offset has no summer time. Throws `time_zone_unknown`. */
function knownZone(name: string | null): string | null {
  if (name === null) return null
  const zone = canonicalZone(name)
  if (zone === null) throw new Refusal('time_zone_unknown', { field: 'time_zone' })
  return zone
}
