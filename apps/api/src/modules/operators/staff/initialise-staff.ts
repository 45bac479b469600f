import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { newPassword } from '../sign-in/credentials.ts'
import { newSecondFactor } from '../sign-in/second-factor.ts'
import { foundStaff, type NewFounder } from '../sign-in/sign-in.repository.ts'

/** One of the first two. */
export interface Founder {
  username: string
  display_name: string
  password: string
  /** On a live ledger there is one whatever this says. */
  second_factor?: boolean
}

/** A founder as made; `second_factor` is shown once. */
export interface FounderMade {
  staff_id: string
  username: string
  second_factor: string | null
}

/**
 * Makes the first two members of staff, admins and nothing else, in one transaction, while there are none; whoever comes
 * later is proposed and approved by them. Throws `four_eyes` where both are one name, `record_exists` where there is staff already.
 */
export async function initialiseStaff(
  services: Services,
  founders: readonly [Founder, Founder],
): Promise<FounderMade[]> {
  if (founders[0].username === founders[1].username)
    throw new Refusal('four_eyes', { field: 'second_username' })
  const prepared = await Promise.all(founders.map((founder) => prepare(services, founder)))
  const made = await services.database.transaction({ kind: 'system' }, (tx) =>
    foundStaff(
      tx,
      prepared.map(({ row }) => row),
    ),
  )
  if (!made) throw new Refusal('record_exists')
  return prepared.map(({ row, second_factor }) => ({
    staff_id: row.staff_id,
    username: row.username,
    second_factor,
  }))
}

async function prepare(
  services: Services,
  { username, display_name, password, second_factor: wanted = false }: Founder,
): Promise<{ row: NewFounder; second_factor: string | null }> {
  const staff_id = newId()
  const { second_factor, ...factor } = newSecondFactor(services, { staff_id, username }, wanted)
  const proof = await newPassword(services.settings.secret, staff_id, password)
  return { row: { staff_id, username, display_name, ...proof, ...factor }, second_factor }
}
