import { releaseHold } from '@adtally/contract/operator/finance/holds.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import * as audit from '../../audit/index.ts'
import type { Staff } from '../../module.ts'
import { keepEvidenceOfAct, readEvidence } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { answerAppeal } from './appeal-hold.ts'
import { appealsOf } from './holds.repository.ts'
import { lockedHold, release } from './release-hold.ts'

/**
 * Releases a hold before its deadline. One person is enough, even one who placed it, as it only gives back. Also
 * decides an open appeal, with the reason as its answer. Throws `record_not_found`, and what `readEvidence` throws.
 */
export async function releaseEarly(
  services: Services,
  staff: Staff,
  input: StaffInputOf<typeof releaseHold>,
) {
  const evidence = input.evidence_file && (await readEvidence(input.evidence_file))
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const hold = await lockedHold(tx, input.hold_id)
    await release(services, tx, hold, staff.username)
    const { reason } = input
    const subject = { kind: 'hold', id: hold.hold_id }
    await audit.byStaff(tx, staff, {
      action: 'hold.released',
      subject,
      customer_id: hold.customer_id,
      reason,
    })
    if (evidence) {
      const act = { action: 'hold.released', subject, roles: releaseHold.roles }
      await keepEvidenceOfAct(services, tx, staff, { ...act, evidence })
    }
    for (const { appeal_id, decided_at } of await appealsOf(tx, hold.hold_id)) {
      if (decided_at !== null) continue
      await answerAppeal(services, tx, staff, { appeal_id, hold, decision: 'released', answer: reason })
    }
    return { hold_id: hold.hold_id }
  })
}
