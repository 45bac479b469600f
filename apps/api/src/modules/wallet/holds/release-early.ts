import * as audit from '../../audit/index.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { answerAppeal } from './appeal-hold.ts'
import { appealsOf } from './holds.repository.ts'
import { lockedHold, release } from './release-hold.ts'

/**
 * Releases a hold before its deadline. One person is enough, even one who placed it, as it only gives back. Also
 * decides an open appeal, with the reason as its answer. Throws `record_not_found`.
 */
export async function releaseEarly(
  services: Services,
  staff: Staff,
  input: { hold_id: string; reason: string },
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const hold = await lockedHold(tx, input.hold_id)
    await release(services, tx, hold, staff.username)
    await audit.byStaff(tx, staff, {
      action: 'hold.released',
      subject: { kind: 'hold', id: hold.hold_id },
      customer_id: hold.customer_id,
      reason: input.reason,
    })
    for (const { appeal_id, decided_at } of await appealsOf(tx, hold.hold_id)) {
      if (decided_at !== null) continue
      await answerAppeal(services, tx, staff, { appeal_id, hold, decision: 'released', answer: input.reason })
    }
    return { hold_id: hold.hold_id }
  })
}
