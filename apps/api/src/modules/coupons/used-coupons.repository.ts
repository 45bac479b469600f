import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Coupon } from './coupons.repository.ts'

/** A locked coupon, and when it was read. */
export type HeldCoupon = Pick<
  Coupon,
  | 'coupon_id'
  | 'customer_id'
  | 'name_key'
  | 'team_id'
  | 'state'
  | 'expires_at'
  | 'effect'
  | 'percent'
  | 'fixed_micros'
  | 'worth_max_micros'
  | 'amount_min_micros'
  | 'product_id'
> & { now: Date }

/** Coupons by id, locked in the order of their ids; unknown ones are absent. System scope. */
export async function holdCoupons(
  tx: Transaction,
  coupon_ids: readonly string[],
): Promise<Map<string, HeldCoupon>> {
  const { rows } = await sql<HeldCoupon>`
    select coupon_id, customer_id, name_key, team_id, state, expires_at, effect, percent, fixed_micros,
      worth_max_micros, amount_min_micros, product_id, platform.now() as now
    from coupons.coupons where coupon_id = any (${[...new Set(coupon_ids)]}::uuid[]) order by coupon_id for update`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.coupon_id, row]))
}

/** Locks these coupons' teams in order of id, so that what is left of their caps can't change. System scope. */
export async function lockTeamsOf(tx: Transaction, coupon_ids: readonly string[]): Promise<void> {
  await sql`
    select coupons.lock_teams(array(
      select team_id from coupons.coupons where coupon_id = any (${[...coupon_ids]}::uuid[]) and team_id is not null
    ))`.execute(tx)
}

/** A customer's coupons of one name. */
export interface NameOfCustomer {
  customer_id: string
  name_key: string
}

/** The key of a customer's name in a map. */
export function nameOf({ customer_id, name_key }: NameOfCustomer): string {
  return `${customer_id} ${name_key}`
}

/** When customers last used coupons of these names, as dates in their zone, by `nameOf`; unused names are absent. */
export async function lastUsedDays(
  tx: Transaction,
  names: readonly NameOfCustomer[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<NameOfCustomer & { last_day: string }>`
    select customer_id, name_key, max(used_day)::text as last_day
    from coupons.coupons
    join unnest(
      ${names.map(({ customer_id }) => customer_id)}::uuid[], ${names.map(({ name_key }) => name_key)}::text[]
    ) as asked (customer_id, name_key) using (customer_id, name_key)
    where state = 'used' group by customer_id, name_key`.execute(tx)
  return new Map(rows.map((row) => [nameOf(row), row.last_day]))
}

/** As `lastUsedDays`, for these coupons' names. System scope. */
export async function lastUsedDaysOf(
  tx: Transaction,
  coupon_ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<NameOfCustomer & { last_day: string }>`
    select customer_id, name_key, max(used_day)::text as last_day
    from coupons.coupons
    join (
      select distinct customer_id, name_key from coupons.coupons where coupon_id = any (${[...coupon_ids]}::uuid[])
    ) as asked using (customer_id, name_key)
    where state = 'used' group by customer_id, name_key`.execute(tx)
  return new Map(rows.map((row) => [nameOf(row), row.last_day]))
}

export interface UsedCoupon {
  coupon_id: string
  plan_id: string
  worth_micros: bigint
  /** The date in the customer's zone. */
  used_day: string
}

/**
 * Marks coupons as used, each once; the database refuses a worth other than their terms'. Throws where a coupon is
 * not usable.
 */
export async function useCoupons(tx: Transaction, used: readonly UsedCoupon[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update coupons.coupons as coupon
    set state = 'used', closed_at = platform.now(), plan_id = used.plan_id, worth_micros = used.worth_micros,
      used_day = used.used_day
    from unnest(
      ${used.map(({ coupon_id }) => coupon_id)}::uuid[], ${used.map(({ plan_id }) => plan_id)}::uuid[],
      ${used.map(({ worth_micros }) => worth_micros)}::bigint[], ${used.map(({ used_day }) => used_day)}::date[]
    ) as used (coupon_id, plan_id, worth_micros, used_day)
    where coupon.coupon_id = used.coupon_id`.execute(tx)
  if (numAffectedRows !== BigInt(used.length)) throw new Error('A coupon is already used for another plan')
}

/** Gives back the coupons of plans that never ran: unused again, or expired if overdue. */
export async function giveBackCoupons(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Pick<Coupon, 'coupon_id' | 'customer_id' | 'state' | 'expires_at' | 'offer_id'>[]> {
  const { rows } = await sql<Pick<Coupon, 'coupon_id' | 'customer_id' | 'state' | 'expires_at' | 'offer_id'>>`
    update coupons.coupons
    set state = case when expires_at <= date_trunc('milliseconds', platform.now()) then 'expired' else 'issued' end,
      closed_at = null, plan_id = null, worth_micros = null, used_day = null
    where plan_id = any (${[...plan_ids]}::uuid[]) and state = 'used'
    returning coupon_id, customer_id, state, expires_at, offer_id`.execute(tx)
  return rows
}
