import { month } from '@adtally/contract/fields.ts'
import { formatAmount, total } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { monthBounds } from '../../lib/time-zones.ts'
import { type AccountEntry, accountEntries } from '../ledger/index.ts'
import { publisherById } from '../marketplace/index.ts'
import { staffVerb } from '../module.ts'
import { plansNamed } from '../plans/index.ts'
import { payoutViews } from './repository.ts'

const PAYOUTS_MAX = 10_000

export const publisherStatementVerb = staffVerb({
  name: 'publisher-statement',
  summary: "A publisher's month (UTC): --publisher-id --month 2026-11; its lines add up",
  roles: ['finance_maker', 'finance_checker', 'auditor', 'support'],
  input: z.strictObject({
    publisher_id: z.uuid(),
    month,
  }),
  run: ({ database }, _staff, { publisher_id, month }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const publisher = await publisherById(tx, publisher_id)
      if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
      const { name, legal_name } = publisher
      return { publisher_id, name, legal_name, ...(await publisherStatement(tx, publisher_id, month)) }
    }),
})

/** A month of a publisher's free money: earned from plans whose hold is over, paid out, or returned. */
export async function publisherStatement(tx: Transaction, publisher_id: string, month: string) {
  const stretch = monthBounds(month, 'UTC')
  const account = { code: 'publisher_available', owner_id: publisher_id } as const
  const { opening_micros, entries } = await accountEntries(tx, account, stretch)
  const remarks = await remarksOf(tx, publisher_id, entries)
  let balance_micros = opening_micros
  const lines = entries.map((entry) => {
    balance_micros += entry.change_micros
    const { id, posting, reverses_id, change_micros, created_at } = entry
    return {
      entry_id: id,
      at: created_at,
      kind: reverses_id !== null ? 'returned' : posting === 'party_paid' ? 'paid' : 'earned',
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
