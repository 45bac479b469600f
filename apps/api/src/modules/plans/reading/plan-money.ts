import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { balancesOfPlans, type PlanBalance } from '../../ledger/index.ts'
import { NO_PARTS, type Parts } from '../running/spend-parts.ts'

/** A plan's balances before settlement (PRODUCT §3). */
export interface PlanMoney {
  /** Neither spent nor returned yet. */
  unspent: Parts
  /** Valid spend: what publishers and the platform got. */
  spend_micros: Micros
  /** The platform's part of the spend. */
  fee_micros: Micros
  publishers: ReadonlyMap<string, Micros>
  /** Credited and valid conversions. */
  revenue_micros: Micros
  /** Escrow reserved for further conversions. */
  reserved_micros: Micros
}

const NO_MONEY: PlanMoney = {
  unspent: NO_PARTS,
  spend_micros: 0n,
  fee_micros: 0n,
  publishers: new Map(),
  revenue_micros: 0n,
  reserved_micros: 0n,
}

/** Balances of all given plans, from the ledger. Needs system scope. */
export async function moneyOfPlans(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, PlanMoney>> {
  const balances = await balancesOfPlans(tx, [...new Set(plan_ids)])
  return new Map(plan_ids.map((plan_id) => [plan_id, summed(balances.get(plan_id) ?? [])]))
}

/** Like `moneyOfPlans`, for one plan. */
export async function moneyOf(tx: Transaction, plan_id: string): Promise<PlanMoney> {
  return (await moneyOfPlans(tx, [plan_id])).get(plan_id) ?? NO_MONEY
}

function summed(balances: readonly PlanBalance[]): PlanMoney {
  const of = (code: PlanBalance['code']) =>
    balances
      .filter((balance) => balance.code === code)
      .reduce((sum, { balance_micros }) => sum + balance_micros, 0n)
  const publishers = new Map(
    balances
      .filter(({ code }) => code === 'publisher_unsettled')
      .map(({ owner_id, balance_micros }) => [owner_id, balance_micros]),
  )
  const fee_micros = of('fee_unearned')
  return {
    unspent: {
      cash_micros: of('plan_cash'),
      discount_micros: of('plan_discount'),
      startup_micros: of('plan_startup'),
    },
    spend_micros: fee_micros + of('publisher_unsettled'),
    fee_micros,
    publishers,
    revenue_micros: of('customer_unsettled'),
    reserved_micros: of('escrow_reserved'),
  }
}
