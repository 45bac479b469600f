import {
  listEarningLines,
  listEarningStatements,
  listOwnPayouts,
  saveEarningStatement,
  showEarnings,
} from '@adtally/contract/partner/money-publisher.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { publisherMoney } from '../ledger/index.ts'
import { publisherById } from '../marketplace/index.ts'
import { partnerVerb, scopeOf } from '../partner-verb.ts'
import { listPageByKey } from '../staff-list.ts'
import { ownPayouts } from './accounts/account-changes.repository.ts'
import { linesOfMonth, monthOfPublisher, monthsOfPublisher } from './publisher-statement.ts'
import { statementTable } from './statement-table.ts'

const LISTED_DEFAULT = 100
const MONTHS_DEFAULT = 12

/** `show-earnings`: from the accounts themselves. */
export const showEarningsVerb = partnerVerb(showEarnings, ({ database, settings }, partner) =>
  database.transaction(scopeOf(partner), async (tx) => {
    const { available_micros, unsettled_micros } = await publisherMoney(tx, partner.party_id)
    return {
      available: formatAmount(available_micros),
      unsettled: formatAmount(unsettled_micros),
      currency: settings.currency,
    }
  }),
)

/** `list-earning-statements`: every month from the present one back to that in which the publisher was verified. */
export const listEarningStatementsVerb = partnerVerb(
  listEarningStatements,
  async (services, partner, flags) =>
    await listPageByKey(services, flags, {
      scope: scopeOf(partner),
      limit_default: MONTHS_DEFAULT,
      isKey: (month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month),
      read: async (tx, after, rows_max) => {
        const publisher = await publisherById(tx, partner.party_id)
        const first = monthOf(publisher?.verified_at ?? services.clock.now())
        const months = monthsBack(
          after === undefined ? monthOf(services.clock.now()) : monthBefore(after),
          first,
        )
        return await monthsOfPublisher(tx, partner.party_id, months.slice(0, rows_max))
      },
      keyOf: ({ month }) => month,
    }),
)

/** `list-earning-lines`: a month's entries, as the office's `publisher-statement` has them. */
export const listEarningLinesVerb = partnerVerb(
  listEarningLines,
  async (services, partner, { month, ...flags }) =>
    await listPageByKey(services, flags, {
      scope: scopeOf(partner),
      limit_default: LISTED_DEFAULT,
      read: (tx, after, rows_max) => linesOfMonth(tx, partner.party_id, month, { after, rows_max }),
      keyOf: ({ entry_id }) => entry_id,
    }),
)

/** `save-earning-statement`: the same as a table. */
export const saveEarningStatementVerb = partnerVerb(
  saveEarningStatement,
  ({ database, settings }, partner, { month }) =>
    database.transaction(scopeOf(partner), async (tx) => {
      const sums = await monthOfPublisher(tx, partner.party_id, month)
      const lines = await linesOfMonth(tx, partner.party_id, month)
      return statementTable(sums, lines, { currency: settings.currency, mode: settings.ledger_mode })
    }),
)

/** `list-payouts` of partners: an advertiser's free escrow that was paid back, or what a publisher had earned. */
export const listOwnPayoutsVerb = partnerVerb(listOwnPayouts, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: LISTED_DEFAULT,
    read: (tx, before, rows_max) => ownPayouts(tx, partner.party_id, before, rows_max),
    keyOf: ({ payout_id }) => payout_id,
  })
  const shown = items.map(({ payout_id: _, amount_micros, ...payout }) => ({
    ...payout,
    amount: formatAmount(amount_micros),
  }))
  return { items: shown, next_cursor }
})

function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7)
}

function monthBefore(month: string): string {
  return monthOf(new Date(Date.parse(`${month}-01T00:00:00Z`) - 1))
}

/** Months from one back to an earlier one, both included. */
function monthsBack(from: string, until: string): string[] {
  const months: string[] = []
  for (let month = from; month >= until; month = monthBefore(month)) months.push(month)
  return months
}
