import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { accountId } from '../account-id.ts'
import type { Account, AccountCode, WalletPart } from '../chart-of-accounts.ts'

/**
 * Balances on the side where each account grows, in the order asked; 0 if an account was never used or if row-level
 * security hides it from the scope.
 */
export async function balances(tx: Transaction, accounts: readonly Account[]): Promise<Micros[]> {
  const ids = accounts.map(accountId)
  const { rows } = await sql<{ id: string; balance_micros: Micros }>`
    select
      id,
      case side when 'credit' then credits_posted_micros - debits_posted_micros
        else debits_posted_micros - credits_posted_micros end as balance_micros
    from ledger.accounts where id = any (${ids})`.execute(tx)
  const found = new Map(rows.map(({ id, balance_micros }) => [id, balance_micros]))
  return ids.map((id) => found.get(id) ?? 0n)
}

/** A customer's money by wallet part (PRODUCT §3). */
export async function customerBalances(
  tx: Transaction,
  customer_id: string,
): Promise<Record<WalletPart, Micros>> {
  const { rows } = await sql<{ wallet_part: WalletPart; balance_micros: Micros }>`
    select wallet_part, sum(credits_posted_micros - debits_posted_micros) as balance_micros
    from ledger.accounts join ledger.account_codes using (code)
    where owner_id = ${customer_id} and wallet_part is not null
    group by wallet_part`.execute(tx)
  const parts = { ...NOTHING }
  for (const { wallet_part, balance_micros } of rows) parts[wallet_part] = balance_micros
  return parts
}

const NOTHING: Readonly<Record<WalletPart, Micros>> = {
  available: 0n,
  pending_spend: 0n,
  to_be_settled: 0n,
  on_hold: 0n,
  discount: 0n,
  startup: 0n,
}

/** What all of an owner's accounts of one code hold; 0 where row-level security hides them from the scope. */
export async function ownerBalance(tx: Transaction, owner_id: string, code: AccountCode): Promise<Micros> {
  const { rows } = await sql<{ total_micros: Micros }>`
    select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint as total_micros
    from ledger.accounts where owner_id = ${owner_id} and code = ${code}`.execute(tx)
  return rows[0]?.total_micros ?? 0n
}

export interface PlanBalance {
  code: AccountCode
  owner_id: string
  balance_micros: Micros
}

/** Every account of a plan, whoever owns it (each publisher has one). */
export async function planBalances(tx: Transaction, plan_id: string): Promise<PlanBalance[]> {
  const { rows } = await sql<PlanBalance>`
    select code, owner_id, credits_posted_micros - debits_posted_micros as balance_micros
    from ledger.accounts where subject_id = ${plan_id} order by code, owner_id`.execute(tx)
  return rows
}

/**
 * What all customers together own (PRODUCT §2.11): cash, holds, the cash part of plans and what plans have earned.
 * Discount and startup funds are the platform's promotion and not counted.
 */
export async function customersMoney(tx: Transaction): Promise<Micros> {
  const { rows } = await sql<{ total_micros: Micros }>`
    select coalesce(sum(credits_posted_micros - debits_posted_micros), 0) as total_micros
    from ledger.accounts
    where code in (
      'customer_available', 'plan_cash', 'customer_unsettled', 'withdrawal_hold', 'risk_hold', 'fx_hold'
    )`.execute(tx)
  return rows[0]?.total_micros ?? 0n
}

/** Coupons and startup funds that a customer's plans still hold: pending spend that is not the customer's money. */
export async function promotionalPending(tx: Transaction, customer_id: string): Promise<Micros> {
  const { rows } = await sql<{ total_micros: Micros }>`
    select coalesce(sum(credits_posted_micros - debits_posted_micros), 0) as total_micros
    from ledger.accounts
    where owner_id = ${customer_id} and code in ('plan_discount', 'plan_startup')`.execute(tx)
  return rows[0]?.total_micros ?? 0n
}

/** What a customer's plans still hold of startup funds. */
export async function startupInPlans(tx: Transaction, customer_id: string): Promise<Micros> {
  const { rows } = await sql<{ total_micros: Micros }>`
    select coalesce(sum(credits_posted_micros - debits_posted_micros), 0) as total_micros
    from ledger.accounts where owner_id = ${customer_id} and code = 'plan_startup'`.execute(tx)
  return rows[0]?.total_micros ?? 0n
}
