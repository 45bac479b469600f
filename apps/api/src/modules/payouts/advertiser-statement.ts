import { Download } from '@adtally/contract/operator/statement/files.ts'
import {
  type EscrowLineKind,
  listOwnStatements,
  saveOwnStatement,
  showOwnStatement,
} from '@adtally/contract/partner/money-advertiser.ts'
import { formatAmount, type Micros, total } from '@adtally/money/money.ts'
import { csvField } from '../../lib/csv-field.ts'
import { Refusal } from '../../lib/refusal.ts'
import { monthBounds } from '../../lib/time-zones.ts'
import { type OwnerDay, ownerBalance, ownerDays } from '../ledger/index.ts'
import { cutPage } from '../paging.ts'
import { type Partner, partnerVerb, scopeOf } from '../partner-verb.ts'
import type { Services } from '../services.ts'
import { ownAdvertiser } from './own-escrow.ts'

const PAGE_ROWS = 24
const ESCROW = ['escrow', 'escrow_reserved'] as const

/** `show-statement`: a month of an advertiser's escrow, whose lines add up. */
export const showOwnStatementVerb = partnerVerb(showOwnStatement, (services, partner, { month }) =>
  monthOfEscrow(services, partner, month),
)

/** `save-statement`: the same as a file. */
export const saveOwnStatementVerb = partnerVerb(saveOwnStatement, async (services, partner, { month }) => {
  const statement = await monthOfEscrow(services, partner, month)
  return new Download({
    file_name: `escrow-${month}.csv`,
    media_type: 'text/csv',
    content: csvOf(statement, services.settings.ledger_mode),
  })
})

/** `list-statements`: the months since an advertiser was verified, newest first. */
export const listOwnStatementsVerb = partnerVerb(listOwnStatements, async (services, partner, flags) => {
  const { verified_at } = await services.database.transaction(scopeOf(partner), (tx) =>
    ownAdvertiser(tx, partner),
  )
  const { cursor, limit = PAGE_ROWS } = flags
  if (cursor !== undefined && !isMonth(cursor)) throw new Refusal('cursor_invalid', { field: 'cursor' })
  const now = services.clock.now()
  const months: string[] = []
  const first = monthOf(verified_at)
  for (let month = monthOf(now); month >= first && months.length <= limit; month = monthBefore(month))
    if (cursor === undefined || month < cursor) months.push(month)
  const { items, next_cursor } = cutPage(months, limit, (month) => month)
  return { items: items.map((month) => ({ month, final: isFinal(month, now) })), next_cursor }
})

/**
 * A month (UTC) of an advertiser's escrow, free and reserved together, from the books' entries. Throws
 * `statement_month_not_begun`.
 */
async function monthOfEscrow(services: Services, partner: Partner, month: string) {
  const { from_at, until_at } = monthBounds(month, 'UTC')
  const now = services.clock.now()
  if (from_at > now) throw new Refusal('statement_month_not_begun', { field: 'month' })
  return await services.database.transaction(scopeOf(partner), async (tx) => {
    const { advertiser_id, name, legal_name } = await ownAdvertiser(tx, partner)
    // One reading of the books: all that came and went since the month began, and what is there now.
    const days = await ownerDays(tx, advertiser_id, ESCROW, from_at)
    const free_micros = await ownerBalance(tx, advertiser_id, 'escrow')
    const reserved_micros = await ownerBalance(tx, advertiser_id, 'escrow_reserved')
    const opening_micros = free_micros + reserved_micros - total(days.map(changeOf))
    const within = days.filter(({ day }) => day < until_at.toISOString().slice(0, 10))
    const { lines, closing_micros } = linesOf(within, opening_micros)
    const sumOf = (gains: boolean) =>
      total(within.filter((one) => one.gains === gains).map((one) => one.amount_micros))
    return {
      ...{ month, name, legal_name },
      currency: services.settings.currency,
      final: isFinal(month, now),
      opening: formatAmount(opening_micros),
      credited: formatAmount(sumOf(true)),
      debited: formatAmount(sumOf(false)),
      closing: formatAmount(closing_micros),
      lines,
    }
  })
}

function linesOf(days: readonly OwnerDay[], opening_micros: Micros) {
  let balance_micros = opening_micros
  const lines = days.map((day) => {
    balance_micros += changeOf(day)
    return {
      day: day.day,
      kind: kindOf(day),
      entries: day.entries,
      amount: formatAmount(changeOf(day)),
      balance: formatAmount(balance_micros),
    }
  })
  return { lines, closing_micros: balance_micros }
}

function changeOf({ gains, amount_micros }: OwnerDay): Micros {
  return gains ? amount_micros : -amount_micros
}

function kindOf({ posting, gains }: OwnerDay): EscrowLineKind {
  if (posting === 'party_paid_in') return 'paid_in'
  if (posting === 'party_paid') return gains ? 'paid_out_returned' : 'paid_out'
  return gains ? 'taken_back' : 'conversions'
}

function csvOf(statement: Awaited<ReturnType<typeof monthOfEscrow>>, mode: string): Buffer {
  const { month, currency, opening, closing, lines } = statement
  const ends = [currency, mode]
  const rows = [
    ['kind', 'day_utc', 'entries', 'amount', 'balance_after', 'currency', 'mode'],
    ['opening', `${month}-01`, '', '', opening, ...ends],
    ...lines.map(({ kind, day, entries, amount, balance }) => [
      ...[kind, day, String(entries), amount, balance],
      ...ends,
    ]),
    ['closing', '', '', '', closing, ...ends],
  ]
  return Buffer.from(`\ufeff${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`)
}

function isFinal(month: string, now: Date): boolean {
  return monthBounds(month, 'UTC').until_at <= now
}

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

function monthBefore(month: string): string {
  const first = new Date(`${month}-01`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return monthOf(first)
}

function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}
