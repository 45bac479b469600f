import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { attachImages } from '../../files/index.ts'
import type { Services } from '../../services.ts'
import { lockWallet } from '../repository.ts'
import { HOLD_RELEASE_JOB } from '../rules.ts'
import { resumedClock } from './hold-rules.ts'
import {
  heldMsOfYear,
  listsDocument,
  lockOpenHold,
  missingDocuments,
  provideDocument,
  updateHold,
} from './holds.repository.ts'

/**
 * The customer provides a hold's document. The last restarts its stopped clock, within the year's ten days (PRODUCT
 * §2.4). Throws `hold_not_found`, `hold_document_given`, `hold_document_unlisted`, `file_not_found`.
 */
export async function provideHoldDocument(
  services: Services,
  customer_id: string,
  { hold_id, position, file_id }: { hold_id: string; position: number; file_id: string },
): Promise<void> {
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await lockWallet(tx, customer_id)
    const hold = await lockOpenHold(tx, hold_id)
    if (!hold) throw new Refusal('hold_not_found', { field: 'hold_id' })
    const now = services.clock.now()
    const isFirst = await provideDocument(tx, { hold_id, position, file_id, provided_at: now })
    if (!isFirst) {
      const is_listed = await listsDocument(tx, hold_id, position)
      throw new Refusal(is_listed ? 'hold_document_given' : 'hold_document_unlisted', { field: 'position' })
    }
    await attachImages(tx, { customer_id, use: 'hold_document' }, [file_id])
    if (hold.clock_stopped_at === null || (await missingDocuments(tx, hold_id)) > 0) return
    const held_ms = await heldMsOfYear(tx, customer_id, now, hold_id)
    const clock = resumedClock(hold, { stopped_at: hold.clock_stopped_at, now, held_ms })
    await updateHold(tx, hold_id, { ...clock, clock_stopped_at: null })
    await schedule(tx, { kind: HOLD_RELEASE_JOB, subject_id: hold_id, due_at: clock.deadline })
  })
}
