import type { ExchangeOrderStatus, ExchangeOrderTrigger } from '@adtally/contract/money/exchange.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import { is } from '../../../lib/cursor.ts'
import type { Place, Placed } from '../../staff-list.ts'
import type { OrderChangeTable, OrderTable } from '../tables.ts'
import { DECIDING_LIMIT_MS, nextOrderStatus, WAITING_STATUSES } from './order-states.ts'

export type Order = Selectable<OrderTable>
export type OrderChange = Selectable<OrderChangeTable>
export type NewOrder = Pick<
  Insertable<OrderTable>,
  | 'order_id'
  | 'acceptor_id'
  | 'code_hash'
  | 'code_expires_at'
  | 'amount_micros'
  | 'fee_basis_points'
  | 'fee_micros'
  | 'receive_currency'
  | 'rate_micros'
  | 'reference_rate_id'
  | 'reference_rate_micros'
  | 'receive_micros'
  | 'issued_by'
  | 'policy_version'
  | 'created_at'
>

/** Inserts an offer and returns it with its number. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<Order> {
  return await tx
    .insertInto('acceptors.orders')
    .values({ ...order, status_at: order.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The order behind a code, locked; null where there is none. System scope. */
export async function lockOrderByCode(tx: Transaction, code_hash: Buffer): Promise<Order | null> {
  const row = await tx
    .selectFrom('acceptors.orders')
    .selectAll()
    .where('code_hash', '=', code_hash)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** One order that the scope may see; null where there is none. */
export async function orderById(tx: Transaction, order_id: string): Promise<Order | null> {
  const row = await tx
    .selectFrom('acceptors.orders')
    .selectAll()
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return row ?? null
}

/** One order, locked; null where there is none. */
export async function lockOrder(tx: Transaction, order_id: string): Promise<Order | null> {
  const row = await tx
    .selectFrom('acceptors.orders')
    .selectAll()
    .where('order_id', '=', order_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** An order that is locked; `is_late` where its code has run out. */
export type LockedOrder = Order & { is_late: boolean }

/** Customers' own orders by id, locked in id order. Others' are absent. */
export async function lockOrdersOfMany(
  tx: Transaction,
  owners: readonly { order_id: string; customer_id: string }[],
): Promise<Map<string, LockedOrder>> {
  const { rows } = await sql<LockedOrder>`
    select orders.*, code_expires_at <= platform.now() as is_late
    from acceptors.orders
    where (order_id, customer_id) in (
      select * from unnest(
        ${owners.map(({ order_id }) => order_id)}::uuid[], ${owners.map(({ customer_id }) => customer_id)}::uuid[]))
    order by order_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Gives a locked offer to the customer who entered its code first. */
export async function claimOrder(tx: Transaction, order_id: string, customer_id: string): Promise<void> {
  await tx
    .updateTable('acceptors.orders')
    .set({ customer_id, claimed_at: sql<Date>`platform.now()` })
    .where('order_id', '=', order_id)
    .where('customer_id', 'is', null)
    .execute()
}

/**
 * Moves a locked order on by one trigger; the database keeps the history and refuses changes that PRODUCT §11 does
 * not have. Throws RangeError where the table has no such change.
 */
export async function moveOrder(
  tx: Transaction,
  { order_id, status }: Pick<Order, 'order_id' | 'status'>,
  trigger: ExchangeOrderTrigger,
  status_at: Date,
  { detail = null, decision_id = null }: { detail?: string | null; decision_id?: string | null } = {},
): Promise<ExchangeOrderStatus> {
  const next = nextOrderStatus(status, trigger)
  if (next === null) throw new RangeError(`${trigger} does not leave ${status}`)
  await tx
    .updateTable('acceptors.orders')
    .set({
      status: next,
      status_trigger: trigger,
      status_detail: detail,
      status_at,
      // Set only by a decision of two people, so only the office may write it.
      ...(decision_id !== null && { decision_id }),
    })
    .where('order_id', '=', order_id)
    .execute()
  return next
}

/** Moves locked orders to one state by one trigger, at the database's time. Throws RangeError if one is missing. */
export async function moveOrders(
  tx: Transaction,
  order_ids: readonly string[],
  status: ExchangeOrderStatus,
  trigger: ExchangeOrderTrigger,
): Promise<Order[]> {
  const moved = await tx
    .updateTable('acceptors.orders')
    .set({
      status,
      status_trigger: trigger,
      status_detail: null,
      status_at: sql<Date>`platform.now()`,
    })
    .where('order_id', '=', sql<string>`any(${[...order_ids]}::uuid[])`)
    .returningAll()
    .execute()
  if (moved.length !== order_ids.length) throw new RangeError(`${trigger} has not moved every order`)
  return moved
}

/** A customer's orders, newest first, before `before` where given; everybody's where `customer_id` is null. */
export async function ordersOf(
  tx: Transaction,
  customer_id: string | null,
  page: { before: string | undefined; limit: number; status?: ExchangeOrderStatus | undefined },
): Promise<Order[]> {
  let query = tx.selectFrom('acceptors.orders').selectAll()
  if (customer_id !== null) query = query.where('customer_id', '=', customer_id)
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  if (page.before !== undefined) query = query.where('order_id', '<', page.before)
  return await query.orderBy('order_id', 'desc').limit(page.limit).execute()
}

/** The sort key of the list of waiting orders: the list's name, the deadline, the id. */
export const WAITING_ORDER_PLACE = [is('waiting'), isTimestamp, isId] as const

/** Orders that leave their state by themselves, earliest deadline first; of one state where given. System scope. */
export async function waitingOrders(
  tx: Transaction,
  status: ExchangeOrderStatus | undefined,
  after: Place<typeof WAITING_ORDER_PLACE> | null,
  rows_max: number,
): Promise<Placed<Order, typeof WAITING_ORDER_PLACE>[]> {
  const deadline = sql<Date>`case orders.status
    when 'offered' then orders.code_expires_at
    when 'escrowed' then orders.status_at
      + (policy.values ->> 'exchange_paying_limit_ms')::bigint * interval '1 millisecond'
    when 'paid' then orders.status_at
      + (policy.values ->> 'exchange_confirming_limit_ms')::bigint * interval '1 millisecond'
    when 'disputed' then orders.status_at + ${DECIDING_LIMIT_MS}::bigint * interval '1 millisecond' end`
  let query = tx
    .with('waiting', (add) =>
      add
        .selectFrom('acceptors.orders as orders')
        .innerJoin('policies.versions as policy', 'policy.version', 'orders.policy_version')
        .selectAll('orders')
        .select(deadline.as('deadline'))
        .where('orders.status', 'in', [...WAITING_STATUSES]),
    )
    .selectFrom('waiting')
    .selectAll()
    .select(sql<string>`deadline::text`.as('deadline_text'))
  if (status !== undefined) query = query.where('status', '=', status)
  if (after)
    query = query.where(sql<boolean>`(deadline, order_id) > (${after[1]}::timestamptz, ${after[2]}::uuid)`)
  const rows = await query.orderBy('deadline').orderBy('order_id').limit(rows_max).execute()
  return rows.map(({ deadline, deadline_text, ...row }) => ({
    row,
    place: ['waiting', deadline_text, row.order_id],
  }))
}

/** An acceptor's offers that no customer has confirmed yet, oldest first, locked. System scope. */
export async function lockOffersOf(tx: Transaction, acceptor_id: string): Promise<Order[]> {
  return await tx
    .selectFrom('acceptors.orders')
    .selectAll()
    .where('acceptor_id', '=', acceptor_id)
    .where('status', '=', 'offered')
    .orderBy('order_id')
    .forUpdate()
    .execute()
}

/** Total of an acceptor's orders that have not ended, without offers whose code has expired. System scope. */
export async function outstandingOf(tx: Transaction, acceptor_id: string): Promise<Micros> {
  const { rows } = await sql<{ outstanding_micros: Micros }>`
    select coalesce(sum(amount_micros), 0)::bigint as outstanding_micros from acceptors.orders
    where acceptor_id = ${acceptor_id}
      and (status in ('escrowed', 'paid', 'disputed') or status = 'offered' and code_expires_at > platform.now())`.execute(
    tx,
  )
  return rows[0]?.outstanding_micros ?? 0n
}

/** How many orders of an acceptor were completed and stayed so. System scope. */
export async function countCompleted(tx: Transaction, acceptor_id: string): Promise<number> {
  const { rows } = await sql<{ completed: number }>`
    select count(*)::int as completed from acceptors.orders
    where acceptor_id = ${acceptor_id} and status = 'completed'`.execute(tx)
  return rows[0]?.completed ?? 0
}

/** Numbers of orders that the scope may see, by id. */
export async function orderNumbers(
  tx: Transaction,
  order_ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select order_id as id, number from acceptors.orders
    where order_id = any(${[...order_ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The customer's orders whose number begins with `text`, newest first. */
export async function findOrders(
  tx: Transaction,
  customer_id: string,
  text: string,
  ids_max: number,
): Promise<string[]> {
  const like = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: string }>`
    select order_id as id from acceptors.orders
    where customer_id = ${customer_id} and number ilike ${like}
    order by order_id desc limit ${ids_max}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Histories of orders after the offer, oldest change first. */
export async function changesOf(
  tx: Transaction,
  order_ids: readonly string[],
): Promise<Map<string, OrderChange[]>> {
  if (order_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('acceptors.order_changes')
    .selectAll()
    .where('order_id', 'in', order_ids)
    .orderBy('order_id')
    .orderBy('sequence')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}
