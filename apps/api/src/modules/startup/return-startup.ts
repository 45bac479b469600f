import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { balances, type MoneyActionKind } from '../ledger/index.ts'
import type { Services } from '../services.ts'
import { grantCause, PROMO, startupAccount, startupFlow } from './accounts.ts'
import { grantOf, insertReturns, type NewReturn } from './startup.repository.ts'

/**
 * Returns unused startup funds, as much as the customer was shown (PRODUCT §9). After returning all, what plans bring
 * back later is returned automatically; otherwise the rest can be used until it expires. Throws
 * `startup_funds_insufficient`, `request_id_reused`; a repeated request has no further effect.
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

type Returning = Omit<NewReturn, 'takes_all'>
/** Unused funds before the batch, by customer. */
type Unused = ReadonlyMap<string, Micros>

const RETURNING: MoneyActionKind<Returning, { return_id: string }, undefined, Unused> = {
  name: 'startup.return',
  lookLocked,
  record: async (tx, payloads, { found_locked }) => {
    const left = new Map(found_locked)
    await insertReturns(
      tx,
      payloads.map((payload) => {
        const rest_micros = (left.get(payload.customer_id) ?? 0n) - payload.amount_micros
        left.set(payload.customer_id, rest_micros)
        return { ...payload, takes_all: rest_micros <= 0n }
      }),
    )
  },
  outcomeOf: ({ return_id }) => ({ return_id }),
}

async function lookLocked(tx: Transaction, payloads: readonly Returning[]): Promise<Unused> {
  const customer_ids = [...new Set(payloads.map(({ customer_id }) => customer_id))]
  const found = await balances(tx, customer_ids.map(startupAccount))
  return new Map(customer_ids.map((customer_id, index) => [customer_id, found[index] ?? 0n]))
}
