import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { NOBODY } from '../sign-in/credentials.ts'
import { newSecondFactor } from '../sign-in/second-factor.ts'
import { setFirstCredentials, signInParameters } from '../sign-in/sign-in.repository.ts'

export interface Activation {
  username: string
  /** From the maker. */
  first_code: string
  /** From the checker. */
  second_code: string
  new_password: string
  second_factor?: boolean | undefined
}

/** Who can sign in now; what is shown once, none of it without a second factor. */
export interface Activated {
  username: string
  second_factor: string | null
  recovery_codes: readonly string[]
}

/**
 * Sets the first password of somebody new, once, with both halves of their activation code; also for people who lost
 * their second factor or were readmitted, the latter with another password than before. Answers the second factor to
 * set up with its recovery codes, if any. Throws `password_too_common`, `staff_credentials_wrong`, `login_password_same`.
 */
export async function activateStaff(
  services: Services,
  { username, first_code, second_code, new_password, second_factor: wanted = false }: Activation,
): Promise<Activated> {
  const { database, settings, staff_passwords } = services
  requireUncommon(new_password, [username, settings.brand.name], 'new_password')
  const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, username))
  const { staff_id, password_key_sealed } = known ?? NOBODY
  const password = await staff_passwords.make(staff_id, new_password)
  const former_proof = await staff_passwords.proof(staff_id, new_password, password_key_sealed)
  const is_wanted = wanted || known?.needs_factor === true
  const { second_factor, recovery_codes, ...factor } = newSecondFactor(
    services,
    { owner_id: staff_id, name: username },
    is_wanted,
  )
  const outcome = await database.transaction({ kind: 'system' }, (tx) =>
    setFirstCredentials(tx, { username, first_code, second_code, ...password, ...factor, former_proof }),
  )
  if (outcome === 'same') throw new Refusal('login_password_same', { field: 'new_password' })
  if (outcome === 'wrong') throw new Refusal('staff_credentials_wrong')
  return { username, second_factor, recovery_codes }
}
