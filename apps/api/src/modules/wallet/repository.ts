import type { WithdrawalStatus } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import { takeTurn } from '../../database/take-turn.ts'
import { isTimestamp } from '../../database/time/timestamps.ts'
import { isBoolean } from '../../lib/cursor.ts'
import type { Place, Placed } from '../staff-list.ts'
import type { WithdrawalTable } from './tables.ts'

export type WithdrawalRow = Selectable<WithdrawalTable>
/** A withdrawal with what the customer sees about it. */
export type WithdrawalView = WithdrawalRow & {
  account_number_masked: string
  bank_reference: string | null
  /** Whether it is in a payment order for the bank, handed over or not. */
  is_ordered: boolean
}

/** An open withdrawal for staff. */
export type OpenWithdrawal = WithdrawalView & {
  /** What the bank recalled of the customer's deposits beyond their wallet. */
  recalled_beyond_micros: Micros
}

/** Makes other writers of this customer's wallet rows wait until this transaction ends. */
export async function lockWallet(tx: Transaction, customer_id: string): Promise<void> {
  await takeTurn(tx, `wallet:${customer_id}`)
}

/** A new withdrawal number, such as `W100001`. */
export async function nextWithdrawalNumber(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'W' || nextval('wallet.withdrawal_numbers') as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The sequence of numbers answered none')
  return row.number
}

/** How many of a customer's withdrawals the bank has yet to confirm. */
export async function countOpenWithdrawals(tx: Transaction, customer_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('wallet.withdrawals')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('status', 'in', ['held', 'requested', 'approved', 'sent'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores new withdrawals. */
export async function insertWithdrawals(
  tx: Transaction,
  rows: readonly Insertable<WithdrawalTable>[],
): Promise<void> {
  await tx
    .insertInto('wallet.withdrawals')
    .values([...rows])
    .execute()
}

/** A withdrawal's owner; undefined if there is no such withdrawal. */
export async function withdrawalOwner(
  tx: Transaction,
  by: { withdrawal_id: string } | { number: string },
): Promise<string | undefined> {
  const query = tx.selectFrom('wallet.withdrawals').select('customer_id')
  const row = await ('number' in by
    ? query.where('number', '=', by.number)
    : query.where('withdrawal_id', '=', by.withdrawal_id)
  ).executeTakeFirst()
  return row?.customer_id
}

/** A withdrawal by id or number, locked until the transaction ends. */
export async function lockWithdrawal(
  tx: Transaction,
  by: { withdrawal_id: string } | { number: string },
): Promise<WithdrawalRow | undefined> {
  const query = tx.selectFrom('wallet.withdrawals').selectAll().forUpdate()
  return await ('number' in by
    ? query.where('number', '=', by.number)
    : query.where('withdrawal_id', '=', by.withdrawal_id)
  ).executeTakeFirst()
}

/** Moves a withdrawal to `status`; the database refuses changes that the table in PRODUCT §3 does not have. */
export async function moveWithdrawal(
  tx: Transaction,
  withdrawal_id: string,
  change: { status: WithdrawalStatus } & Partial<
    Pick<
      WithdrawalRow,
      | 'approved_at'
      | 'sent_at'
      | 'send_by'
      | 'payout_micros'
      | 'confirmed_at'
      | 'ended_at'
      | 'ended_reason'
      | 'line_id'
      | 'return_line_id'
    >
  >,
): Promise<void> {
  await tx.updateTable('wallet.withdrawals').set(change).where('withdrawal_id', '=', withdrawal_id).execute()
}

/** Withdrawals with what is shown about them, newest first, before `cursor`. */
export async function withdrawalViews(
  tx: Transaction,
  filter: {
    customer_id?: string
    withdrawal_id?: string
    before?: string | undefined
    limit: number
  },
): Promise<WithdrawalView[]> {
  let query = withdrawalsShown(tx)
  if (filter.customer_id !== undefined) query = query.where('w.customer_id', '=', filter.customer_id)
  if (filter.withdrawal_id !== undefined) query = query.where('w.withdrawal_id', '=', filter.withdrawal_id)
  if (filter.before !== undefined) query = query.where('w.withdrawal_id', '<', filter.before)
  return await query.orderBy('w.withdrawal_id', 'desc').limit(filter.limit).execute()
}

/** An open withdrawal's paging position in the staff list: whether its clock is stopped, its deadline, its id. */
export const OPEN_WITHDRAWAL_PLACE = [isBoolean, isTimestamp, isId] as const

/** Open withdrawals, nearest deadline first; those without a running clock, being held or sent, come last. */
export async function openWithdrawals(
  tx: Transaction,
  after: Place<typeof OPEN_WITHDRAWAL_PLACE> | null,
  rows_max: number,
): Promise<Placed<OpenWithdrawal, typeof OPEN_WITHDRAWAL_PLACE>[]> {
  const rests = sql<boolean>`w.status in ('held', 'sent')`
  let query = withdrawalsShown(tx)
    .select([sql<string>`(${rests})::text`.as('rests'), sql<string>`w.send_by::text`.as('send_by_text')])
    .select(
      sql<Micros>`(select coalesce(sum(reserve_micros + shortfall_micros), 0)::bigint from wallet.deposit_recalls
        where deposit_recalls.customer_id = w.customer_id)`.as('recalled_beyond_micros'),
    )
    .where(sql<boolean>`w.status in ('held', 'requested', 'approved', 'sent')`)
  if (after) {
    query = query.where(
      sql<boolean>`((${rests}), w.send_by, w.withdrawal_id)
        > (${after[0]}::boolean, ${after[1]}::timestamptz, ${after[2]}::uuid)`,
    )
  }
  const rows = await query
    .orderBy(sql`(${rests})`)
    .orderBy('w.send_by')
    .orderBy('w.withdrawal_id')
    .limit(rows_max)
    .execute()
  return rows.map(({ rests, send_by_text, ...row }) => ({
    row,
    place: [rests, send_by_text, row.withdrawal_id],
  }))
}

function withdrawalsShown(tx: Transaction) {
  return tx
    .selectFrom('wallet.withdrawals as w')
    .innerJoin('wallet.beneficiaries as b', 'b.beneficiary_id', 'w.beneficiary_id')
    .leftJoin('wallet.bank_lines as l', (join) =>
      join.on((on) => on('l.line_id', '=', on.fn.coalesce('w.return_line_id', 'w.line_id'))),
    )
    .selectAll('w')
    .select(['b.account_number_masked', 'l.bank_reference'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('wallet.payout_file_payments as p')
          .select('p.withdrawal_id')
          .whereRef('p.withdrawal_id', '=', 'w.withdrawal_id')
          .where('p.discarded_at', 'is', null),
      )
        .$castTo<boolean>()
        .as('is_ordered'),
    )
}

/** Customers whose money held for withdrawals differs from their open withdrawals less holds. Needs system scope. */
export async function withdrawalDifferences(
  tx: Transaction,
): Promise<{ subject: string; expected_micros: Micros; found_micros: Micros }[]> {
  const { rows } = await sql<{ subject: string; expected_micros: Micros; found_micros: Micros }>`
    select subject, expected_micros, found_micros from wallet.withdrawal_differences
    order by subject limit ${DIFFERENCES_MAX}`.execute(tx)
  return rows
}

/**
 * Withdrawals and holds whose deadline differs from what their rows imply (PRODUCT §2.3, §2.4). Needs system scope.
 */
export async function clockDifferences(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    (select subject from wallet.withdrawal_clock_differences order by subject limit ${DIFFERENCES_MAX})
    union all
    (select subject from wallet.hold_clock_differences order by subject limit ${DIFFERENCES_MAX})`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/** The maximum of differences taken; more would add nothing. */
const DIFFERENCES_MAX = 200

export interface SentTimes {
  sent_count: number
  /** Sent after their deadline. */
  sent_late_count: number
  /** Null below five. */
  median_ms: number | null
  p95_ms: number | null
}

/** Times of fewer withdrawals are not published, as they would reveal single customers. */
const PUBLISHED_MIN = 5

/** The actual times, holds included, of withdrawals sent in the 90 days before `at` (PRODUCT §2.3). System scope. */
export async function sentTimes(tx: Transaction, at: Date): Promise<SentTimes> {
  const { rows } = await sql<{
    sent_count: bigint
    sent_late_count: bigint
    median_ms: number | null
    p95_ms: number | null
  }>`
    select count(*) as sent_count, count(*) filter (where sent_at > send_by) as sent_late_count,
      percentile_cont(0.5) within group (order by extract(epoch from sent_at - requested_at) * 1000) as median_ms,
      percentile_cont(0.95) within group (order by extract(epoch from sent_at - requested_at) * 1000) as p95_ms
    from wallet.withdrawals
    where sent_at > ${at}::timestamptz - interval '90 days'`.execute(tx)
  const [row] = rows
  const sent_count = Number(row?.sent_count ?? 0)
  const isPublished = sent_count >= PUBLISHED_MIN
  const published = (time_ms: number | null | undefined) =>
    isPublished && time_ms !== null && time_ms !== undefined ? Math.round(time_ms) : null
  return {
    sent_count,
    sent_late_count: Number(row?.sent_late_count ?? 0),
    median_ms: published(row?.median_ms),
    p95_ms: published(row?.p95_ms),
  }
}

/** The customer's deposit reference, which the database draws if there is none. */
export async function depositReference(tx: Transaction, customer_id: string): Promise<string> {
  await tx
    .insertInto('wallet.deposit_references')
    .values({ customer_id })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute()
  const row = await tx
    .selectFrom('wallet.deposit_references')
    .select('code')
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return row.code
}

/** The owners of these deposit references. */
export async function customersOfReferences(
  tx: Transaction,
  codes: readonly string[],
): Promise<{ customer_id: string; code: string }[]> {
  if (codes.length === 0) return []
  return await tx
    .selectFrom('wallet.deposit_references')
    .selectAll()
    .where('code', 'in', [...codes])
    .execute()
}
