import {
  PAYOUT_SOURCES,
  type PayoutSource,
  payoutsSending,
} from '@adtally/contract/operator/finance/parties-money.ts'
import { formatAmount, type Micros, total } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { balances, postTransfers } from '../ledger/index.ts'
import { approvedAct } from '../module.ts'
import type { Asked } from '../operators/index.ts'
import { advertisersOwing } from '../plans/index.ts'
import { moneyText } from '../proposal-facts.ts'
import type { Services } from '../services.ts'
import { paymentsStopped, TRANSIT } from '../wallet/index.ts'
import { PAYEE_OF } from './payees.ts'
import { accountInForce, insertPayouts } from './repository.ts'

/** How many payouts one decision may contain. */
export const BATCH_MAX = 500

export interface PayoutItem {
  source: PayoutSource
  payee_id: string
  amount_micros: Micros
}

/**
 * A batch of payouts as it is put before a second person, each to its party's account in force. Throws `payments_stopped`
 * (PRODUCT §2.11), `payee_account_missing`, `escrow_owed` (conversions wait for that escrow, PRODUCT §4),
 * `record_not_found` where the batch is empty.
 */
export async function payoutsAsked(
  tx: Transaction,
  items: readonly PayoutItem[],
  reason: string,
): Promise<Asked<{ payouts: number; amount: string }>> {
  if (items.length === 0) throw new Refusal('record_not_found')
  await refuseUnpayable(tx, items)
  const payouts = []
  for (const item of items) {
    const account = await accountInForce(tx, PAYEE_OF[item.source], item.payee_id)
    if (!account) throw new Refusal('payee_account_missing', { field: 'payee_id' })
    payouts.push({ ...item, account_id: account.account_id, account_masked: account.account_masked })
  }
  const [only] = items.length === 1 ? items : []
  const sum_micros = total(items.map(({ amount_micros }) => amount_micros))
  return {
    subject: {
      kind: only ? PAYEE_OF[only.source] : 'payouts',
      id: only ? `${only.source}/${only.payee_id}` : newId(),
    },
    makes_subject: only === undefined,
    payload: { payouts },
    reason,
    answer: { payouts: items.length, amount: formatAmount(sum_micros) },
  }
}

/** The second person's half: moves the parties' money to transit; a bank line confirms each payout. */
export const payoutsSendAct = approvedAct(payoutsSending, {
  payload: z.strictObject({
    payouts: z
      .array(
        z.strictObject({
          source: z.enum(PAYOUT_SOURCES),
          payee_id: z.uuid(),
          amount_micros: z.string().check(z.regex(/^[1-9]\d*$/)),
          account_id: z.uuid(),
          account_masked: z.string(),
        }),
      )
      .check(z.minLength(1), z.maxLength(BATCH_MAX)),
  }),
  facts: async (services, tx, { payouts }) => {
    const items = payouts.map((payout) => ({ ...payout, amount_micros: BigInt(payout.amount_micros) }))
    await refuseUnpayable(tx, items)
    await refuseOtherAccounts(tx, items)
    const sum_micros = total(items.map(({ amount_micros }) => amount_micros))
    const after: Record<string, string> = {}
    for (const { source, payee_id, amount_micros, account_masked } of payouts) {
      const account = await accountInForce(tx, PAYEE_OF[source], payee_id)
      const amount = moneyText(services, BigInt(amount_micros))
      after[`${source} ${payee_id}`] = `${amount} to ${account?.account_name}, ${account_masked}`
    }
    const [only] = payouts.length === 1 ? Object.values(after) : []
    const sum = moneyText(services, sum_micros)
    const says = only ? `Pay ${only}` : `Pay ${payouts.length} parties ${sum} in all`
    return { says, before: {}, after, sum_micros }
  },
  apply: async (_services: Services, tx, { payouts }, { proposal_id }) => {
    const items = payouts.map((payout) => ({ ...payout, amount_micros: BigInt(payout.amount_micros) }))
    await refuseUnpayable(tx, items)
    await refuseOtherAccounts(tx, items)
    const sent = await insertPayouts(
      tx,
      items.map(({ source, payee_id, amount_micros, account_id }) => ({
        payout_id: newId(),
        proposal_id,
        source,
        payee_id,
        amount_micros,
        account_id,
      })),
    )
    await postTransfers(
      tx,
      sent.map(({ payout_id, source, payee_id, amount_micros }) => ({
        id: newId(),
        kind: 'posted',
        posting: 'party_paid',
        debit: { code: source, owner_id: payee_id },
        credit: TRANSIT,
        amount_micros,
        cause: { kind: 'payout', id: payout_id },
        reason_if_short: 'insufficient_balance',
      })),
    )
    return {
      batch: proposal_id,
      payouts: sent.map(({ number, amount_micros }) => ({ number, amount: formatAmount(amount_micros) })),
    }
  },
})

/** What the payouts' entries would refuse is asked here too, since drawing numbers keeps them from being tried. */
async function refuseUnpayable(
  tx: Transaction,
  items: readonly Pick<PayoutItem, 'source' | 'payee_id' | 'amount_micros'>[],
): Promise<void> {
  if (await paymentsStopped(tx)) throw new Refusal('payments_stopped')
  for (const { source, payee_id } of items) {
    if (source === 'escrow' && (await advertisersOwing(tx, [payee_id])).length > 0)
      throw new Refusal('escrow_owed')
  }
  const accounts = items.map(({ source, payee_id }) => ({ code: source, owner_id: payee_id }))
  const free = await balances(tx, accounts)
  if (items.some(({ amount_micros }, place) => amount_micros > (free[place] ?? 0n)))
    throw new Refusal('insufficient_balance')
}

/** Two people agreed to these accounts; one set since needs a new proposal. */
async function refuseOtherAccounts(
  tx: Transaction,
  items: readonly Pick<PayoutItem & { account_id: string }, 'source' | 'payee_id' | 'account_id'>[],
): Promise<void> {
  for (const { source, payee_id, account_id } of items) {
    const account = await accountInForce(tx, PAYEE_OF[source], payee_id)
    if (account?.account_id !== account_id) throw new Refusal('state_conflict', { field: 'account_id' })
  }
}
