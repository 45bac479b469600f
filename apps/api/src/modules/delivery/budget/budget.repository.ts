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

/** What a plan's budget answers to a wish. */
export interface Grant {
  /** Null: too little is free. */
  lease: Lease | null
  /** What the plan may spend on this day of its zone, all in all. */
  day_micros: bigint
  /** Where only the day's share is spent: when to ask again. */
  paced_until_ms: number | null
}

interface GrantRow {
  wish_number: bigint
  lease_id: string | null
  amount_micros: bigint | null
  issue_until: Date | null
  day_micros: bigint
  paced_until: Date | null
}

/**
 * Grants a node slices of plans' budgets, which a plan's first lease opens; in the wishes' order, undefined for a plan
 * that there is not. Locks budgets by plan, as all do that change several.
 */
export async function grantLeases(
  tx: Transaction,
  node_id: number,
  wishes: readonly LeaseWish[],
): Promise<(Grant | undefined)[]> {
  const { rows } = await sql<GrantRow>`
    select wish_number, lease_id, amount_micros, issue_until, day_micros, paced_until
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
    where plan_id is not null`.execute(tx)
  const granted = new Map(rows.map((row) => [Number(row.wish_number) - 1, row]))
  return wishes.map(({ charge_within_ms }, index) => {
    const row = granted.get(index)
    return row && grantOf(row, charge_within_ms)
  })
}

function grantOf(row: GrantRow, charge_within_ms: number): Grant {
  const { lease_id, amount_micros, issue_until, day_micros, paced_until } = row
  const lease =
    lease_id === null || amount_micros === null || issue_until === null
      ? null
      : { lease_id, amount_micros, issue_until_ms: issue_until.getTime(), charge_within_ms }
  return { lease, day_micros, paced_until_ms: paced_until?.getTime() ?? null }
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

/** What of a plan's budget is neither spent nor leased: of all of it, and of what its day may cost. */
export interface FreeBudget {
  plan_id: string
  left_micros: bigint
  free_micros: bigint
}

/** The same of each of these plans that has been leased, on its day at `at`. */
export async function readFreeBudgets(
  tx: Transaction,
  plan_ids: readonly string[],
  at: Date,
): Promise<Map<string, FreeBudget>> {
  const { rows } = await sql<FreeBudget>`
    select plan_id, left_micros, free_micros
    from delivery.budgets cross join lateral delivery.pace_of(budgets, ${at})
    where plan_id = any(${uuidArray(plan_ids)}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.plan_id, row]))
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
