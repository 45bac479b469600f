import { least, type Micros, proportion } from '@adtally/money/money.ts'
import { type Parts, totalOf } from '../running/spend-parts.ts'

/** A leader's share of a follower's profit (PRODUCT §10). */
export interface ProfitShare {
  rate_percent: bigint
  /** The loss to make up first: how far the pair is below its high-water mark. */
  carried_loss_micros: Micros
}

/** All inputs of a settlement; the same input gives the same settlement (PRODUCT §3). */
export interface SettlementInput {
  spend: Parts
  /** The platform's fee included in it: the sum of the events' stored numbers. */
  fee_micros: Micros
  /** Credited and valid conversions. */
  revenue_micros: Micros
  /** The platform's share of spend in percent when the plan was placed. */
  platform_fee_percent: bigint
  /** A VIP's lower share; null if the customer is none. */
  vip_fee_percent: bigint | null
  /** Null if the plan follows nobody. */
  profit_share: ProfitShare | null
}

/** How a plan's revenue and fee are divided. */
export interface Settlement {
  /** To promo: the startup funds' share of the revenue, at most their spend. */
  startup_return_micros: Micros
  /** To the leader. */
  profit_share_micros: Micros
  /** To the customer, out of the revenue. */
  customer_micros: Micros
  /** To a VIP, out of the fee. */
  rebate_micros: Micros
  /** Earned by the platform. */
  fee_micros: Micros
  /** Revenue less spend, with promotional spend as cost; negative for a loss. */
  profit_micros: Micros
}

/**
 * Settles a plan (PRODUCT §3, "Settlement, in this order"). Divides the revenue without remainder into startup
 * return, profit share and the customer's part, and the fee into rebate and earned fee. Rounds in the customer's
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

/** A leader's share of one plan's profit above the high-water mark, rounded down. */
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

/** A debt from an earlier plan's reversed revenue. */
export interface Receivable {
  receivable_id: string
  advertiser_id: string
  /** The creditor: a customer whose share was short, or null for the advertiser's escrow. */
  creditor_customer_id: string | null
  /** The amount not repaid yet. */
  amount_micros: Micros
}

/** What remains of receivables after these repayments. */
export function stillOwed(
  receivables: readonly Receivable[],
  repayments: readonly Receivable[],
): Receivable[] {
  const repaid = new Map(repayments.map(({ receivable_id, amount_micros }) => [receivable_id, amount_micros]))
  return receivables
    .map((one) => ({ ...one, amount_micros: one.amount_micros - (repaid.get(one.receivable_id) ?? 0n) }))
    .filter(({ amount_micros }) => amount_micros > 0n)
}

/** Repayments from a customer's part of a settlement, in the order given, each at most the debt. */
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
