import type { StaffRole } from '@adtally/contract/enums.ts'
import { newId } from '../../database/identifiers.ts'
import * as audit from '../audit/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { hashPassword } from './credentials.ts'
import { insertStaff, listStaff, type NewStaff } from './repository.ts'
import { newSecondFactor } from './second-factor.ts'

/** One of the first two. */
export interface Founder {
  username: string
  display_name: string
  roles: readonly StaffRole[]
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
 * Makes the first two members of staff, in one transaction, while there are none; whoever comes later is proposed
 * and approved. Throws `four_eyes` where both are one name, `record_exists` where there is staff already.
 */
export async function initialiseStaff(
  services: Services,
  founders: readonly [Founder, Founder],
): Promise<FounderMade[]> {
  if (founders[0].username === founders[1].username)
    throw new Refusal('four_eyes', { field: 'second_username' })
  const prepared = await Promise.all(founders.map((founder, index) => prepare(services, founder, index + 1)))
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const is_first = (await listStaff(tx)).length === 0
    const inserted =
      is_first &&
      (await insertStaff(
        tx,
        prepared.map(({ row }) => row),
      ))
    if (!inserted) throw new Refusal('record_exists')
    for (const { row } of prepared) {
      await audit.append(tx, {
        actor: { kind: 'program' },
        action: 'staff.founded',
        subject: { kind: 'staff', id: row.staff_id },
        details: { username: row.username, roles: row.roles },
      })
    }
  })
  return prepared.map(({ row, second_factor }) => ({
    staff_id: row.staff_id,
    username: row.username,
    second_factor,
  }))
}

async function prepare(
  services: Services,
  { username, display_name, roles, password, second_factor: wanted = false }: Founder,
  founder: number,
): Promise<{ row: NewStaff; second_factor: string | null }> {
  const { totp_secret, second_factor } = newSecondFactor(services, username, wanted)
  const row: NewStaff = {
    staff_id: newId(),
    username,
    display_name,
    roles: [...roles],
    founder,
    proposal_id: null,
    password_hash: await hashPassword(password),
    activation_hashes: null,
    totp_secret,
  }
  return { row, second_factor }
}
