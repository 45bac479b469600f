import { least, type Micros, proportion } from '@adtally/money/money.ts'
import { type Parts, totalOf } from '../running/spend-parts.ts'

/** A leader's share of a follower's profit (PRODUCT §10). */
export interface ProfitShare {
  rate_percent: bigint
  /** Loss to make up first: how far the pair of persons stands below its high-water mark. */
  carried_loss_micros: Micros
}

/** Everything that a settlement depends on; equal input gives an equal settlement (PRODUCT §3). */
export interface SettlementInput {
  /** Valid spend by part. */
  spend: Parts
  /** The platform's fee in it: the sum of the events' stored numbers. */
  fee_micros: Micros
  /** Credited and valid conversions. */
  revenue_micros: Micros
  /** The platform's share of spend in percent, when the plan was placed. */
  platform_fee_percent: bigint
  /** A VIP's lower share; null where the customer is none. */
  vip_fee_percent: bigint | null
  /** Null where the plan follows nobody. */
  profit_share: ProfitShare | null
}

/** Who gets what of a plan's revenue and of its fee. */
export interface Settlement {
  /** To promo: the startup funds' share of the revenue, at most what they spent. */
  startup_return_micros: Micros
  /** To the leader. */
  profit_share_micros: Micros
  /** To the customer, out of the revenue. */
  customer_micros: Micros
  /** To a VIP, out of the fee. */
  rebate_micros: Micros
  /** Earned by the platform. */
  fee_micros: Micros
  /** Revenue less spend, promotional spend counted as cost; negative for a loss. */
  profit_micros: Micros
}

/**
 * Settles a plan (PRODUCT §3, "Settlement, in this order"). The revenue is divided without remainder into startup
 * return, profit share and the customer's part; the fee into rebate and what is earned. Rounds in the customer's
 * favour against promo and leader.
 */
export function settle(input: SettlementInput): Settlement {
  const { spend, fee_micros, revenue_micros, profit_share } = input
  const spend_micros = totalOf(spend)
  const startup_return_micros =
    spend_micros === 0n
      ? 0n
      : least(spend.startup_micros, proportion(revenue_micros, spend.startup_micros, spend_micros))
  const profit_micros = revenue_micros - spend_micros
  const left_micros = revenue_micros - startup_return_micros
  const profit_share_micros = profit_share
    ? least(left_micros, leadersShare(profit_micros, profit_share))
    : 0n
  const rebate_micros = least(fee_micros, rebateOf(input))
  return {
    startup_return_micros,
    profit_share_micros,
    customer_micros: left_micros - profit_share_micros,
    rebate_micros,
    fee_micros: fee_micros - rebate_micros,
    profit_micros,
  }
}

/** A leader's share of one plan's profit: of what is above the high-water mark, rounded down. */
export function leadersShare(
  profit_micros: Micros,
  { rate_percent, carried_loss_micros }: ProfitShare,
): Micros {
  const new_profit_micros = profit_micros - carried_loss_micros
  return new_profit_micros > 0n ? proportion(new_profit_micros, rate_percent, 100n) : 0n
}

function rebateOf({ spend, platform_fee_percent, vip_fee_percent }: SettlementInput): Micros {
  if (vip_fee_percent === null || vip_fee_percent >= platform_fee_percent) return 0n
  return proportion(spend.cash_micros, platform_fee_percent - vip_fee_percent, 100n)
}

/** What is still owed from an earlier plan's reversed revenue. */
export interface Receivable {
  receivable_id: string
  advertiser_id: string
  /** Who is repaid: a person whose part of a share went short; null: the advertiser's escrow. */
  creditor_customer_id: string | null
  /** Not yet repaid. */
  amount_micros: Micros
}

/** What is left of receivables after repayments of some of them. */
export function stillOwed(
  receivables: readonly Receivable[],
  repayments: readonly Receivable[],
): Receivable[] {
  const repaid = new Map(repayments.map(({ receivable_id, amount_micros }) => [receivable_id, amount_micros]))
  return receivables
    .map((one) => ({ ...one, amount_micros: one.amount_micros - (repaid.get(one.receivable_id) ?? 0n) }))
    .filter(({ amount_micros }) => amount_micros > 0n)
}

/** Repayments out of a customer's part of a settlement, in the order given, each at most what is owed. */
export function repaymentsFrom(customer_micros: Micros, receivables: readonly Receivable[]): Receivable[] {
  let left_micros = customer_micros
  const repayments: Receivable[] = []
  for (const receivable of receivables) {
    const amount_micros = least(left_micros, receivable.amount_micros)
    if (amount_micros <= 0n) continue
    repayments.push({ ...receivable, amount_micros })
    left_micros -= amount_micros
  }
  return repayments
}
