import {
  type PUBLISHER_LINE_KINDS,
  publisherStatement,
} from '@adtally/contract/operator/finance/parties-money.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { monthBounds } from '../../lib/time-zones.ts'
import {
  type PublisherEntry,
  publisherBalance,
  publisherEntries,
  publisherMoney,
  publisherMonths,
} from '../ledger/index.ts'
import { publisherById } from '../marketplace/index.ts'
import { staffVerb } from '../module.ts'
import { numbersOfPublisher } from '../plans/index.ts'
import { payoutNumbers } from './repository.ts'

export const publisherStatementVerb = staffVerb(
  publisherStatement,
  ({ database }, _staff, { publisher_id, month }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const publisher = await publisherById(tx, publisher_id)
      if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
      const { name, legal_name } = publisher
      const { lines: _count, ...sums } = await monthOfPublisher(tx, publisher_id, month)
      return { publisher_id, name, legal_name, ...sums, lines: await linesOfMonth(tx, publisher_id, month) }
    }),
)

/** What a publisher's free money was before a month of UTC, what it gained and lost in it, and what it was after. */
export interface MonthOfPublisher {
  month: string
  opening: string
  credited: string
  debited: string
  closing: string
  lines: number
}

/** These months of a publisher's free money, each from what the one after it opened with. */
export async function monthsOfPublisher(
  tx: Transaction,
  publisher_id: string,
  months: readonly string[],
): Promise<MonthOfPublisher[]> {
  const found = await publisherMonths(tx, publisher_id)
  const { available_micros } = await publisherMoney(tx, publisher_id)
  const sums = new Map<string, MonthOfPublisher>()
  const entered = new Map(found.map((one) => [one.month.slice(0, 7), one]))
  const all = [...new Set([...months, ...entered.keys()])].toSorted().toReversed()
  let closing_micros = available_micros
  for (const month of all) {
    const { credited_micros = 0n, debited_micros = 0n, entries = 0n } = entered.get(month) ?? {}
    const opening_micros = closing_micros - credited_micros + debited_micros
    sums.set(month, {
      month,
      opening: formatAmount(opening_micros),
      credited: formatAmount(credited_micros),
      debited: formatAmount(debited_micros),
      closing: formatAmount(closing_micros),
      lines: Number(entries),
    })
    closing_micros = opening_micros
  }
  return months.flatMap((month) => sums.get(month) ?? [])
}

/** A month of a publisher's free money: earned from plans whose hold is over, paid out, or returned. */
export async function monthOfPublisher(
  tx: Transaction,
  publisher_id: string,
  month: string,
): Promise<MonthOfPublisher> {
  const [found] = await monthsOfPublisher(tx, publisher_id, [month])
  if (!found) throw new Error(`the month ${month} has no sums`)
  return found
}

/** One line of a publisher's month. */
export interface StatementLine {
  entry_id: string
  at: Date
  kind: (typeof PUBLISHER_LINE_KINDS)[number]
  remark: string
  amount: string
  balance: string
}

/** The lines of a publisher's month, oldest first, after one of them if told, `rows_max` at most. */
export async function linesOfMonth(
  tx: Transaction,
  publisher_id: string,
  month: string,
  page: { after?: string | undefined; rows_max?: number } = {},
): Promise<StatementLine[]> {
  const stretch = monthBounds(month, 'UTC')
  const entries = await publisherEntries(tx, publisher_id, stretch, page)
  const [first] = entries
  if (!first) return []
  let balance_micros = await publisherBalance(tx, publisher_id, first.id)
  const remarks = await remarksOf(tx, publisher_id, entries)
  return entries.map((entry) => {
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
}

function kindOf({ posting, reverses_id }: PublisherEntry): (typeof PUBLISHER_LINE_KINDS)[number] {
  if (reverses_id !== null) return 'returned'
  return posting === 'party_paid' ? 'paid' : 'earned'
}

/** A readable name for an entry's cause: a plan's or a payout's number. */
async function remarksOf(
  tx: Transaction,
  publisher_id: string,
  entries: readonly PublisherEntry[],
): Promise<Map<string, string>> {
  const causes = (kind: string) =>
    entries.filter(({ cause_kind }) => cause_kind === kind).map(({ cause_id }) => cause_id)
  const [plans, payouts] = await Promise.all([
    numbersOfPublisher(tx, publisher_id, causes('plan')),
    payoutNumbers(tx, causes('payout')),
  ])
  return new Map([...plans, ...payouts])
}
