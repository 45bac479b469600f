import type { WithdrawalStatus } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import { isTimestamp } from '../../database/time/timestamps.ts'
import { isBoolean } from '../../lib/cursor.ts'
import type { Place, Placed } from '../staff-list.ts'
import type { WithdrawalTable } from './tables.ts'

export type WithdrawalRow = Selectable<WithdrawalTable>
/** A withdrawal with what a customer sees beside it. */
export type WithdrawalView = WithdrawalRow & {
  account_number_masked: string
  bank_reference: string | null
  /** It stands in a payment order for the bank, handed over or not. */
  is_ordered: boolean
}

/** An open withdrawal as staff see it. */
export type OpenWithdrawal = WithdrawalView & {
  /** What the bank took back of its customer's deposits that their wallet no longer had. */
  recalled_beyond_micros: Micros
}

/** Makes other writers of this customer's wallet rows wait until this transaction ends. */
export async function lockWallet(tx: Transaction, customer_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wallet:' || ${customer_id}, 0))`.execute(tx)
}

/** A withdrawal number that no other has, such as `W100001`. */
export async function nextWithdrawalNumber(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'W' || nextval('wallet.withdrawal_numbers') as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The sequence of numbers answered none')
  return row.number
}

/** How many withdrawals of a customer are on their way: money that left the wallet for none that the bank has confirmed yet. */
export async function countOpenWithdrawals(tx: Transaction, customer_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('wallet.withdrawals')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('status', 'in', ['held', 'requested', 'approved', 'sent'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores withdrawals just asked for. */
export async function insertWithdrawals(
  tx: Transaction,
  rows: readonly Insertable<WithdrawalTable>[],
): Promise<void> {
  await tx
    .insertInto('wallet.withdrawals')
    .values([...rows])
    .execute()
}

/** Whose withdrawal this is; undefined where there is none. */
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

/** Moves withdrawals to `status`; the database refuses what the table of PRODUCT §3 doesn't know. */
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

/** Withdrawals with what is shown beside them, newest first, before `cursor`. */
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

/** What an open withdrawal's place among those of staff is made of: whether its clock rests, when it is to be sent, its id. */
export const OPEN_WITHDRAWAL_PLACE = [isBoolean, isTimestamp, isId] as const

/**
 * Withdrawals that are not done, the nearest time to be sent first; those whose clock does not run, for they are held or
 * sent, after all others.
 */
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

/**
 * Customers whose money set aside for withdrawals is not what the open ones come to, less what of them is on hold. Needs
 * system scope.
 */
export async function withdrawalDifferences(
  tx: Transaction,
): Promise<{ subject: string; expected_micros: Micros; found_micros: Micros }[]> {
  const { rows } = await sql<{ subject: string; expected_micros: Micros; found_micros: Micros }>`
    select subject, expected_micros, found_micros from wallet.withdrawal_differences
    order by subject limit ${DIFFERENCES_MAX}`.execute(tx)
  return rows
}

/**
 * Withdrawals whose time to be sent, and holds whose release, are not what the rows that they follow from say (PRODUCT
 * §2.3, §2.4). Needs system scope.
 */
export async function clockDifferences(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    (select subject from wallet.withdrawal_clock_differences order by subject limit ${DIFFERENCES_MAX})
    union all
    (select subject from wallet.hold_clock_differences order by subject limit ${DIFFERENCES_MAX})`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/** Differences taken; more would only say the same. */
const DIFFERENCES_MAX = 200

/** How long withdrawals took to be sent. */
export interface SentTimes {
  sent_count: number
  /** Sent after the time promised. */
  sent_late_count: number
  /** Null under five. */
  median_ms: number | null
  p95_ms: number | null
}

/** The fewest withdrawals that times are published of: fewer would tell of single customers. */
const PUBLISHED_MIN = 5

/** The actual times of all that were sent in the 90 days before `at` (PRODUCT §2.3), holds included. Needs system scope. */
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

/** The customer's deposit reference, made by `code` where there is none yet. */
export async function depositReference(tx: Transaction, customer_id: string, code: string): Promise<string> {
  await tx
    .insertInto('wallet.deposit_references')
    .values({ customer_id, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('wallet.deposit_references')
    .select('code')
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return row.code
}

/** Whose deposit references these are. */
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
