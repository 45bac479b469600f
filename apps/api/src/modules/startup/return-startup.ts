import type { Micros } from '@adtally/money/money.ts'
import { newId } from '../../database/identifiers.ts'
import type { MoneyActionKind } from '../ledger/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { grantCause, PROMO, startupAccount, startupFlow } from './accounts.ts'
import { grantOf, insertReturns, type NewReturn } from './startup.repository.ts'

/**
 * Returns unused startup funds, as much as the customer was shown; what plans bring back afterwards returns by itself.
 * Throws `startup_funds_insufficient`, `request_id_reused`; the same request again has the same effect.
 */
export async function returnStartup(
  services: Services,
  customer_id: string,
  request: { request_id: string; amount: Micros },
): Promise<void> {
  const { request_id, amount: amount_micros } = request
  const grant = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    grantOf(tx, customer_id),
  )
  if (!grant) throw new Refusal('startup_funds_insufficient', { field: 'amount' })
  const return_id = newId()
  const { grant_id } = grant
  await services.ledger.submit({
    kind: RETURNING,
    owner_id: customer_id,
    request_id,
    request_content: String(amount_micros),
    transfers: [
      {
        id: newId(),
        kind: 'posted',
        posting: 'startup_returned',
        debit: startupAccount(customer_id),
        credit: PROMO,
        amount_micros,
        cause: grantCause(grant_id),
        flow: startupFlow(grant_id, return_id),
        reason_if_short: 'startup_funds_insufficient',
      },
    ],
    payload: { return_id, grant_id, customer_id, cause: 'returned', amount_micros },
  })
}

const RETURNING: MoneyActionKind<NewReturn, { return_id: string }> = {
  name: 'startup.return',
  record: insertReturns,
  outcomeOf: ({ return_id }) => ({ return_id }),
}
