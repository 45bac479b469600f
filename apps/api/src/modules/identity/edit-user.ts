import type { InputOf } from '@adtally/contract/call.ts'
import type { userInfoEdit } from '@adtally/contract/identity-edit.ts'
import * as audit from '../audit/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { sealContact } from './contact-sealing.ts'
import { type CustomerChanges, updateCustomer } from './customers.repository.ts'
import { tellOfSecurity } from './tell-of-security.ts'
import { type OwnCustomer, readOwnCustomer } from './user-info.ts'

type Edit = InputOf<typeof userInfoEdit>

/**
 * Changes what a customer may change of themselves, and answers them as they are then. What stays the same is not
 * written; a new phone number is told by a notice, since a thief of the session may have typed it. Throws
 * `time_zone_unknown`, `no_user_data`.
 */
export async function editUser(services: Services, customer_id: string, edit: Edit): Promise<OwnCustomer> {
  const before = await readOwnCustomer(services, customer_id)
  const changes = changesOf(services, before, edit)
  const fields = Object.keys(changes).map((name) => (name === 'phone_sealed' ? 'phone' : name))
  if (fields.length === 0) return before
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await updateCustomer(tx, customer_id, changes)
    await audit.append(tx, {
      actor: { kind: 'customer', customer_id },
      action: 'customer.edited',
      subject: { kind: 'customer', id: customer_id },
      customer_id,
      details: { fields },
    })
    if (fields.includes('phone')) await tellOfSecurity(tx, customer_id, 'contact_changed')
  })
  return await readOwnCustomer(services, customer_id)
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

/** The zone as the platform spells it; a name, since an offset knows no summer. Throws `time_zone_unknown`. */
function knownZone(name: string | null): string | null {
  if (name === null) return null
  try {
    if (/^[A-Za-z]/.test(name))
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('time_zone_unknown', { field: 'time_zone' })
}
