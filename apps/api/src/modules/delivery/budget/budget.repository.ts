import { type RawBuilder, sql } from 'kysely'
import { bigintArray, uuidArray } from '../../../database/array-parameters.ts'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'
import type { Lease, RetiredLease } from './lease-book.ts'

/** How long tokens are issued on a lease. */
export const LEASE_ISSUE_MS = 60_000
/** How long after a token's expiry events are taken, so that one checked in time is not lost on its way. */
export const INGEST_GRACE_MS = 60_000
/** A plan of which a node wants a slice, of at most and at least so much. */
export interface LeaseWish {
  plan_id: string
  slice_micros: bigint
  least_micros: bigint
  /** How long after a decision its token may be charged. */
  charge_within_ms: number
}

/**
 * Grants a node slices of plans' budgets, which a plan's first lease opens; in the wishes' order, undefined where too
 * little is free. Locks budgets by plan, as all do that change several.
 */
export async function grantLeases(
  tx: Transaction,
  node_id: number,
  wishes: readonly LeaseWish[],
): Promise<(Lease | undefined)[]> {
  const { rows } = await sql<{
    wish_number: bigint
    lease_id: string
    amount_micros: bigint
    issue_until: Date
  }>`
    select wish_number, lease_id, amount_micros, issue_until
    from (
      select * from unnest(
        ${uuidArray(wishes.map(({ plan_id }) => plan_id))}::uuid[],
        ${bigintArray(wishes.map(({ slice_micros }) => slice_micros))}::bigint[],
        ${bigintArray(wishes.map(({ least_micros }) => least_micros))}::bigint[],
        ${bigintArray(wishes.map(({ charge_within_ms }) => BigInt(charge_within_ms)))}::bigint[]
      ) with ordinality as wish (of_plan, slice_micros, least_micros, charge_ms, wish_number)
      order by of_plan
    ) as wish
    cross join lateral delivery.grant_lease(
      of_plan, ${node_id}, slice_micros, least_micros, ${LEASE_ISSUE_MS}, charge_ms
    )
    where lease_id is not null`.execute(tx)
  const granted = new Map(rows.map((row) => [Number(row.wish_number) - 1, row]))
  return wishes.map(({ charge_within_ms }, index) => {
    const row = granted.get(index)
    if (!row) return undefined
    const { lease_id, amount_micros, issue_until } = row
    return { lease_id, amount_micros, issue_until_ms: issue_until.getTime(), charge_within_ms }
  })
}

/**
 * Ends leases early: unissued money is free at once, the rest once no token can be charged any more. Locks leases by
 * their ids, as all do that change several.
 */
export async function returnLeases(tx: Transaction, retired: readonly RetiredLease[]): Promise<void> {
  if (retired.length === 0) return
  const column = (values: readonly (string | bigint)[]): RawBuilder<unknown> => sql`${values.map(String)}`
  const lease_ids = column(retired.map(({ lease_id }) => lease_id))
  await sql`
    with locked as materialized (
      select lease_id from delivery.leases where lease_id = any(${lease_ids}::uuid[])
      order by lease_id for update
    )
    update delivery.leases as lease set
      amount_micros = case when issued_micros = 0 then amount_micros else issued_micros end,
      closed_at = case when issued_micros = 0 then platform.now() end,
      issue_until = least(issue_until, platform.now()),
      closes_at = least(closes_at, platform.now() + (closes_at - issue_until)),
      ends_at = case
        when issued_micros = 0 then least(issue_until, platform.now())
        else least(ends_at, platform.now() + (ends_at - issue_until))
      end
    from unnest(
      ${lease_ids}::uuid[],
      ${column(retired.map(({ issued_micros }) => issued_micros))}::bigint[]
    ) as returned (lease_id, issued_micros)
    join locked using (lease_id)
    where lease.lease_id = returned.lease_id and lease.closed_at is null`.execute(tx)
}

/** Closes leases of which no token can be charged any more; returns their plans, whose free budget has changed. */
export async function closeLeases(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ plan_id: string }>`select delivery.close_leases() as plan_id`.execute(tx)
  return rows.map(({ plan_id }) => plan_id)
}

/** Of each of these plans that has been leased, what is neither spent nor leased. */
export async function readFreeBudgets(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ plan_id: string; free_micros: bigint }>`
    select plan_id, placed_micros - spent_micros - coalesce((
      select sum(amount_micros) from delivery.leases
      where leases.plan_id = budgets.plan_id and closed_at is null
    ), 0)::bigint as free_micros
    from delivery.budgets where plan_id = any(${uuidArray(plan_ids)}::uuid[])`.execute(tx)
  return new Map(rows.map(({ plan_id, free_micros }) => [plan_id, free_micros]))
}

/** The plans among these with no open lease and less left than the cheapest charge. */
export async function readSpentPlans(
  tx: Transaction,
  plan_ids: readonly string[],
  least_micros: bigint,
): Promise<string[]> {
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from delivery.budgets
    where plan_id = any(${plan_ids}::uuid[]) and placed_micros - spent_micros < ${least_micros}
      and not exists (
        select from delivery.leases where leases.plan_id = budgets.plan_id and closed_at is null)`.execute(tx)
  return rows.map(({ plan_id }) => plan_id)
}
