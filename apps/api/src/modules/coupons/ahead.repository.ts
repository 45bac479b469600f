import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { AHEAD_MAX, type Ahead } from '../ahead.ts'

/** A customer's coupons that expire before `until`, with the most each is worth. */
export async function couponsAhead(
  tx: Transaction,
  { customer_id, until }: { customer_id: string; until: Date },
): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select 'coupon_expires' as kind, expires_at as at, coupon_id as subject_id, null as name,
      worth_max_micros as amount_micros
    from coupons.coupons
    where customer_id = ${customer_id} and state = 'issued' and expires_at <= ${until}
    order by at limit ${AHEAD_MAX}`.execute(tx)
  return rows
}
