import * as audit from '../audit/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { activationCodeFits, hashPassword } from './credentials.ts'
import { findStaffForUpdate, updateStaff } from './repository.ts'
import { newSecondFactor } from './second-factor.ts'

/** What a new member of staff brings. */
export interface Activation {
  username: string
  /** From the maker. */
  first_code: string
  /** From the checker. */
  second_code: string
  new_password: string
  second_factor?: boolean | undefined
}

/**
 * Sets the password of somebody new, once, with both halves of their activation code. Answers the second factor
 * to set up, if any. Throws `staff_credentials_wrong`.
 */
export async function activateStaff(
  services: Services,
  { username, first_code, second_code, new_password, second_factor: wanted = false }: Activation,
): Promise<{ username: string; second_factor: string | null }> {
  const password_hash = await hashPassword(new_password)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const record = await findStaffForUpdate(tx, username)
    const [first_hash, second_hash] = record?.activation_hashes ?? []
    if (!record || record.disabled_at || first_hash === undefined || second_hash === undefined) {
      throw new Refusal('staff_credentials_wrong')
    }
    if (!activationCodeFits(first_hash, first_code) || !activationCodeFits(second_hash, second_code)) {
      throw new Refusal('staff_credentials_wrong')
    }
    const { totp_secret, second_factor } = newSecondFactor(services, username, wanted)
    await updateStaff(tx, record.staff_id, { password_hash, totp_secret, activation_hashes: null })
    await audit.append(tx, {
      actor: { kind: 'staff', staff: { staff_id: record.staff_id, username, roles: record.roles } },
      action: 'staff.activated',
      subject: { kind: 'staff', id: record.staff_id },
    })
    return { username, second_factor }
  })
}
