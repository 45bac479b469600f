import type { CouponTab } from '@adtally/contract/money/coupons.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { CouponTable } from './tables.ts'

export type Coupon = Omit<Selectable<CouponTable>, 'issued_day' | 'used_day'>
export type NewCoupon = Omit<
  Coupon,
  | 'issued_at'
  | 'expires_at'
  | 'state'
  | 'closed_at'
  | 'revoke_reason'
  | 'revoke_proposal_id'
  | 'plan_id'
  | 'worth_micros'
> & { issued_day: string }

const COLUMNS = [
  'coupon_id',
  'customer_id',
  'person_id',
  'origin',
  'offer_id',
  'team_id',
  'kind',
  'name_key',
  'effect',
  'percent',
  'fixed_micros',
  'worth_max_micros',
  'amount_min_micros',
  'product_id',
  'policy_version',
  'offer_number',
  'customer_number',
  'request_id',
  'proposal_id',
  'issued_at',
  'expires_at',
  'state',
  'closed_at',
  'revoke_reason',
  'revoke_proposal_id',
  'plan_id',
  'worth_micros',
] as const

/** Makes everybody else who issues to this customer wait until the transaction ends. */
export async function lockCustomer(tx: Transaction, customer_id: string): Promise<void> {
  await sql`select coupons.lock_customer(${customer_id})`.execute(tx)
}

/** Issues a coupon now; the database sets its time and refuses terms other than its offer's or the policy's. */
export async function insertCoupon(tx: Transaction, coupon: NewCoupon): Promise<Coupon> {
  return await tx.insertInto('coupons.coupons').values(coupon).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** The coupon of an earlier request with this id; null where there was none. */
export async function couponOfRequest(
  tx: Transaction,
  customer_id: string,
  request_id: string,
): Promise<Coupon | null> {
  const row = await tx
    .selectFrom('coupons.coupons')
    .select(COLUMNS)
    .where('customer_id', '=', customer_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row ?? null
}

/** A person's newcomer coupon; null where they have none. System scope. */
export async function newcomerCouponOf(tx: Transaction, person_id: string): Promise<Coupon | null> {
  const row = await tx
    .selectFrom('coupons.coupons')
    .select(COLUMNS)
    .where('person_id', '=', person_id)
    .where('origin', '=', 'newcomer')
    .executeTakeFirst()
  return row ?? null
}

/** When a customer was last given a coupon of each name, as dates in their zone; names never given are absent. */
export async function lastDaysOf(
  tx: Transaction,
  customer_id: string,
  name_keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ name_key: string; last_day: string }>`
    select name_key, max(issued_day)::text as last_day from coupons.coupons
    where customer_id = ${customer_id} and name_key = any (${[...name_keys]}::text[]) group by name_key`.execute(
    tx,
  )
  return new Map(rows.map(({ name_key, last_day }) => [name_key, last_day]))
}

/** One coupon; null where there is none in scope. */
export async function couponById(tx: Transaction, coupon_id: string): Promise<Coupon | null> {
  const row = await tx
    .selectFrom('coupons.coupons')
    .select(COLUMNS)
    .where('coupon_id', '=', coupon_id)
    .executeTakeFirst()
  return row ?? null
}

/** One coupon, locked; null where there is none in scope. */
export async function lockCoupon(tx: Transaction, coupon_id: string): Promise<Coupon | null> {
  const row = await tx
    .selectFrom('coupons.coupons')
    .select(COLUMNS)
    .where('coupon_id', '=', coupon_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** A coupon's position in a tab: the time it is sorted by, and the id. */
export interface TabPosition {
  at: Date
  coupon_id: string
}

/**
 * A page of a customer's tab: unused ones by expiry, used and expired (or revoked) ones newest first. An overdue
 * coupon counts as expired even before its job has run.
 */
export async function couponsIn(
  tx: Transaction,
  customer_id: string,
  tab: CouponTab,
  page: { after: TabPosition | null; limit: number },
): Promise<Coupon[]> {
  const own = tx.selectFrom('coupons.coupons').select(COLUMNS).where('customer_id', '=', customer_id)
  const { after } = page
  if (tab === 'unused') {
    let unused = own.where('state', '=', 'issued').where('expires_at', '>', sql<Date>`platform.now()`)
    if (after)
      unused = unused.where(sql<boolean>`(expires_at, coupon_id) > (${after.at}, ${after.coupon_id})`)
    return await unused.orderBy('expires_at').orderBy('coupon_id').limit(page.limit).execute()
  }
  const ended_at = sql<Date>`coalesce(closed_at, expires_at)`
  let ended =
    tab === 'used'
      ? own.where('state', '=', 'used')
      : own.where(
          sql<boolean>`(state in ('expired', 'revoked') or (state = 'issued' and expires_at <= platform.now()))`,
        )
  if (after) ended = ended.where(sql<boolean>`(${ended_at}, coupon_id) < (${after.at}, ${after.coupon_id})`)
  return await ended.orderBy(ended_at, 'desc').orderBy('coupon_id', 'desc').limit(page.limit).execute()
}

/** How many coupons a customer could still use. */
export async function countUnused(tx: Transaction, customer_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('coupons.coupons')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'issued')
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirstOrThrow()
  return count
}

/** Expires an overdue coupon; false where it was closed before. */
export async function expireCoupon(tx: Transaction, coupon_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons.coupons')
    .set({ state: 'expired', closed_at: sql<Date>`platform.now()` })
    .where('coupon_id', '=', coupon_id)
    .where('state', '=', 'issued')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Revokes an unused coupon; false where it was closed before. */
export async function setRevoked(
  tx: Transaction,
  revoked: { coupon_id: string; reason: string; proposal_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons.coupons')
    .set({
      state: 'revoked',
      closed_at: sql<Date>`platform.now()`,
      revoke_reason: revoked.reason,
      revoke_proposal_id: revoked.proposal_id,
    })
    .where('coupon_id', '=', revoked.coupon_id)
    .where('state', '=', 'issued')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
