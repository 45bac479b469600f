import { StartError } from '../../database/start-error.ts'
import type { Services } from '../services.ts'
import { listStaff } from './repository.ts'

/** A live ledger needs two people with a second factor before it serves anybody (PRODUCT §2.9). Throws `StartError`. */
export async function requireLiveStaff({ database, settings }: Services): Promise<void> {
  if (settings.ledger_mode !== 'live') return
  const staff = await database.transaction({ kind: 'system' }, listStaff)
  const able = staff.filter(
    ({ disabled_at, activated, second_factor }) => !disabled_at && activated && second_factor,
  )
  if (able.length < 2) {
    throw new StartError(
      'A live ledger needs two members of staff with a second factor; make them by `npm run operator -- init`.',
    )
  }
}
