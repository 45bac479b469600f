import { newId } from '../../../database/identifiers.ts'
import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { newSecondFactor } from '../sign-in/second-factor.ts'
import { foundStaff, type NewFounder } from '../sign-in/sign-in.repository.ts'

export interface Founder {
  username: string
  display_name: string
  password: string
  /** Ignored on a live ledger, which always has one. */
  second_factor?: boolean
}

/** A founder as created; `second_factor` and `recovery_codes` are shown once. */
export interface FounderMade {
  staff_id: string
  username: string
  second_factor: string | null
  recovery_codes: readonly string[]
}

/**
 * Creates the first two members of staff, both admins only, in one transaction and only while there are none; these
 * two propose and approve everybody else. Throws `four_eyes` if both have the same name, `password_too_common`,
 * `record_exists` if there are staff already.
 */
export async function initialiseStaff(
  services: Services,
  founders: readonly [Founder, Founder],
): Promise<FounderMade[]> {
  if (founders[0].username === founders[1].username)
    throw new Refusal('four_eyes', { field: 'second_username' })
  for (const [index, { username, display_name, password }] of founders.entries()) {
    const own = [username, display_name, services.settings.brand.name]
    requireUncommon(password, own, index === 0 ? 'first_password' : 'second_password')
  }
  const prepared = await Promise.all(founders.map((founder) => prepare(services, founder)))
  const made = await services.database.transaction({ kind: 'system' }, (tx) =>
    foundStaff(
      tx,
      prepared.map(({ row }) => row),
    ),
  )
  if (!made) throw new Refusal('record_exists')
  return prepared.map(({ row, second_factor, recovery_codes }) => ({
    staff_id: row.staff_id,
    username: row.username,
    second_factor,
    recovery_codes,
  }))
}

async function prepare(
  services: Services,
  { username, display_name, password, second_factor: wanted = false }: Founder,
): Promise<{ row: NewFounder } & Pick<FounderMade, 'second_factor' | 'recovery_codes'>> {
  const staff_id = newId()
  const { second_factor, recovery_codes, ...factor } = newSecondFactor(
    services,
    { owner_id: staff_id, name: username },
    wanted,
  )
  const proof = await services.staff_passwords.make(staff_id, password)
  return { row: { staff_id, username, display_name, ...proof, ...factor }, second_factor, recovery_codes }
}
