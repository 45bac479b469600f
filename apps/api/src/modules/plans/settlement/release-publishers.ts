import { newId } from '../../../database/identifiers.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { JobHandler } from '../../module.ts'
import { planCause, publisherUnsettled } from '../accounts.ts'
import { lockPlans } from '../plans.repository.ts'
import { moneyOf } from '../reading/plan-money.ts'

/** The job that releases what publishers earned with a plan; the subject is the plan. */
export const RELEASE_PUBLISHERS_JOB = 'plan.release-publishers'

/** `plan.release-publishers`: runs after the hold, when nothing can be charged back any more (PRODUCT §3). */
export const releasePublishersJob: JobHandler = {
  kind: RELEASE_PUBLISHERS_JOB,
  async run(_services, tx, { subject_id: plan_id }) {
    await lockPlans(tx, [plan_id])
    const { publishers } = await moneyOf(tx, plan_id)
    await postTransfers(
      tx,
      [...publishers]
        .filter(([, amount_micros]) => amount_micros > 0n)
        .map(([publisher_id, amount_micros]) => ({
          id: newId(),
          kind: 'posted',
          posting: 'settlement',
          debit: publisherUnsettled(publisher_id, plan_id),
          credit: { code: 'publisher_available', owner_id: publisher_id },
          amount_micros,
          cause: planCause(plan_id),
        })),
    )
  },
}
