import { StartError } from '../../../database/start-error.ts'
import type { Module } from '../../module.ts'
import type { Services } from '../../services.ts'
import { listStaff } from '../repository.ts'
import { lackingForLive, rightsOf } from './able-staff.ts'

/**
 * Before a live ledger serves anybody, its staff need second factors and must be able to make and check every act of
 * `modules` by two people, with a third person for every appeal (PRODUCT §2.9). Throws `StartError` naming what is
 * missing.
 */
export async function requireLiveStaff(
  { database, settings }: Services,
  modules: readonly Module[],
): Promise<void> {
  if (settings.ledger_mode !== 'live') return
  const staff = await database.transaction({ kind: 'system' }, listStaff)
  if (staff.length === 0) {
    throw new StartError(
      'A live ledger needs staff before it starts; make its two admins by `npm run operator -- init`.',
    )
  }
  const able = staff.filter(
    ({ disabled_at, activated, second_factor }) => !disabled_at && activated && second_factor,
  )
  const lacking = lackingForLive(rightsOf(modules), able)
  if (lacking.length === 0) return
  throw new StartError(
    `A live ledger needs more staff with a second factor before it starts: ${lacking.join('; ')}. Two admins add them by \`npm run operator -- add-staff\`, which works while it is stopped.`,
  )
}
