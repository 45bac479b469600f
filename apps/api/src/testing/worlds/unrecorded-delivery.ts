import type { Transaction } from '../../database/database.ts'
import * as plans from '../../modules/plans/index.ts'
import type { Services } from '../../modules/services.ts'
import { takeAtTheirWord } from '../invented-causes.ts'

// Delivery's requests to plans, for tests without events: batches, conversions and verdicts need no rows.

/** Like `billSpend` of plans. */
export async function billSpend(services: Services, ...[tx, batch]: Asked<typeof plans.billSpend>) {
  await takeAtTheirWord(tx, [batch.batch_id])
  return await plans.billSpend(services, tx, batch)
}

/** Like `creditConversions` of plans. */
export async function creditConversions(
  services: Services,
  ...[tx, conversions]: Asked<typeof plans.creditConversions>
) {
  await takeAtTheirWord(
    tx,
    conversions.map(({ conversion_id }) => conversion_id),
  )
  return await plans.creditConversions(services, tx, conversions)
}

/** Like `reverseEvents` of plans. */
export async function reverseEvents(services: Services, ...[tx, request]: Asked<typeof plans.reverseEvents>) {
  await takeAtTheirWord(tx, [request.verdict_id])
  return await plans.reverseEvents(services, tx, request)
}

type Asked<Act> = Act extends (services: Services, tx: Transaction, asked: infer Request) => unknown
  ? [tx: Transaction, asked: Request]
  : never
