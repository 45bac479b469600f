import {
  type PUBLISHER_LINE_KINDS,
  publisherStatement,
} from '@adtally/contract/operator/finance/parties-money.ts'
import { formatAmount, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { monthBounds } from '../../lib/time-zones.ts'
import { type AccountEntry, accountEntries } from '../ledger/index.ts'
import { publisherById } from '../marketplace/index.ts'
import { staffVerb } from '../module.ts'
import { plansNamed } from '../plans/index.ts'
import { payoutViews } from './repository.ts'

const PAYOUTS_MAX = 10_000

export const publisherStatementVerb = staffVerb(
  publisherStatement,
  ({ database }, _staff, { publisher_id, month }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const publisher = await publisherById(tx, publisher_id)
      if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
      const { name, legal_name } = publisher
      return { publisher_id, name, legal_name, ...(await monthOfPublisher(tx, publisher_id, month)) }
    }),
)

/** A month of a publisher's free money: earned from plans whose hold is over, paid out, or returned. */
export async function monthOfPublisher(tx: Transaction, publisher_id: string, month: string) {
  const stretch = monthBounds(month, 'UTC')
  const account = { code: 'publisher_available', owner_id: publisher_id } as const
  const { opening_micros, entries } = await accountEntries(tx, account, stretch)
  const remarks = await remarksOf(tx, publisher_id, entries)
  let balance_micros = opening_micros
  const lines = entries.map((entry) => {
    balance_micros += entry.change_micros
    const { id, change_micros, created_at } = entry
    return {
      entry_id: id,
      at: created_at,
      kind: kindOf(entry),
      remark: remarks.get(entry.cause_id) ?? entry.cause_id,
      amount: formatAmount(change_micros),
      balance: formatAmount(balance_micros),
    }
  })
  const earned = total(
    entries.filter(({ change_micros: change }) => change > 0n).map((one) => one.change_micros),
  )
  const paid = total(
    entries.filter(({ change_micros: change }) => change < 0n).map((one) => -one.change_micros),
  )
  return {
    month,
    opening: formatAmount(opening_micros),
    credited: formatAmount(earned),
    debited: formatAmount(paid),
    closing: formatAmount(balance_micros),
    lines,
  }
}

function kindOf({ posting, reverses_id }: AccountEntry): (typeof PUBLISHER_LINE_KINDS)[number] {
  if (reverses_id !== null) return 'returned'
  return posting === 'party_paid' ? 'paid' : 'earned'
}

/** A readable name for an entry's cause: a plan's or a payout's number. */
async function remarksOf(
  tx: Transaction,
  publisher_id: string,
  entries: readonly AccountEntry[],
): Promise<Map<string, string>> {
  const causes = (kind: string) =>
    entries.filter(({ cause_kind }) => cause_kind === kind).map(({ cause_id }) => cause_id)
  const plans = await plansNamed(tx, causes('plan'))
  const payouts = await payoutViews(tx, { payee_id: publisher_id, limit: PAYOUTS_MAX })
  return new Map([
    ...[...plans].map(([plan_id, { number }]) => [plan_id, number] as const),
    ...payouts.map(({ payout_id, number }) => [payout_id, number] as const),
  ])
}
