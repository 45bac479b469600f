import { listTopUps, showOwnEscrow } from '@adtally/contract/partner/money-advertiser.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { ownerBalance } from '../ledger/index.ts'
import { type Advertiser, advertiserById, topUpsOf } from '../marketplace/index.ts'
import { type Partner, partnerVerb, scopeOf } from '../partner-verb.ts'
import { owedTotals } from '../plans/index.ts'
import { listPageByKey } from '../staff-list.ts'
import { linesById, paymentsStopped } from '../wallet/index.ts'

const PAGE_ROWS = 50

/** The advertiser whose person this is. Throws where their side is not an advertiser's, which whoever called has looked at. */
export async function ownAdvertiser(tx: Transaction, { party_id }: Partner): Promise<Advertiser> {
  const advertiser = await advertiserById(tx, party_id)
  if (!advertiser) throw new Error(`an act of advertisers was asked for by party ${party_id}, which is none`)
  return advertiser
}

/** `show-escrow`: what the books hold for an advertiser, what it owes, and how it pays in. */
export const showOwnEscrowVerb = partnerVerb(showOwnEscrow, async ({ database, settings }, partner) => {
  const is_stopped = await database.transaction({ kind: 'system' }, paymentsStopped)
  return await database.transaction(scopeOf(partner), async (tx) => {
    const { advertiser_id, account_name } = await ownAdvertiser(tx, partner)
    const free_micros = await ownerBalance(tx, advertiser_id, 'escrow')
    const reserved_micros = await ownerBalance(tx, advertiser_id, 'escrow_reserved')
    const owed = await owedTotals(tx, [advertiser_id])
    const { holder, number, bank_name } = settings.deposit_account
    return {
      currency: settings.currency,
      free: formatAmount(free_micros),
      reserved: formatAmount(reserved_micros),
      owed: formatAmount(owed.get(advertiser_id) ?? 0n),
      pay_to: is_stopped ? null : { holder, account_number: number, bank_name },
      reference: `ESCROW ${advertiser_id}`,
      payer_name: account_name,
    }
  })
})

/** `list-top-ups`: the bank's lines that paid in an advertiser's escrow, newest first. */
export const listTopUpsVerb = partnerVerb(listTopUps, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: PAGE_ROWS,
    read: async (tx, before, rows_max) => {
      const top_ups = await topUpsOf(tx, partner.party_id, before, rows_max)
      const lines = await linesById(
        tx,
        top_ups.map(({ line_id }) => line_id),
      )
      return top_ups.map((top_up) => ({ ...top_up, line: lines.get(top_up.line_id) }))
    },
    keyOf: ({ top_up_id }) => top_up_id,
  })
  return {
    items: items.map(({ top_up_id, amount_micros, created_at, line_id, line }) => ({
      top_up_id,
      amount: formatAmount(amount_micros),
      created_at,
      line_id,
      bank_reference: line?.bank_reference ?? '',
      booked_at: line?.booked_at ?? created_at,
      payer: line?.counterparty_name ?? '',
      remittance: line?.remittance ?? '',
    })),
    next_cursor,
  }
})
