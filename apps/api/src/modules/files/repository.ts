import type { FileUse } from '@adtally/contract/service/files.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { ImageTable } from './tables.ts'

export type ImageRow = Selectable<ImageTable>

/** The bytes of a customer's images and their uploads in the last day; locks both until the transaction ends. */
export async function lockUsage(
  tx: Transaction,
  customer_id: string,
): Promise<{ bytes: bigint; in_last_day: number }> {
  await sql`
    insert into files.usage (customer_id, bytes) values (${customer_id}, 0)
    on conflict (customer_id) do nothing`.execute(tx)
  const { bytes } = await tx
    .selectFrom('files.usage')
    .select('bytes')
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ in_last_day: number }>`
    select count(*)::int as in_last_day from files.images
    where customer_id = ${customer_id} and staff_id is null
      and created_at > platform.now() - interval '1 day'`.execute(tx)
  return { bytes: BigInt(bytes), in_last_day: rows[0]?.in_last_day ?? 0 }
}

/** Stores an image's row and counts its bytes. */
export async function insertImage(
  tx: Transaction,
  row: Omit<Insertable<ImageTable>, 'created_at' | 'attached_at'>,
): Promise<void> {
  await tx.insertInto('files.images').values(row).execute()
  await sql`update files.usage set bytes = bytes + ${row.bytes} where customer_id = ${row.customer_id}`.execute(
    tx,
  )
}

/** The image of this id that the scope may see, or null. */
export async function imageById(tx: Transaction, file_id: string): Promise<ImageRow | null> {
  const row = await tx
    .selectFrom('files.images')
    .selectAll()
    .where('file_id', '=', file_id)
    .executeTakeFirst()
  return row ?? null
}

/** The stored names of a customer's images, oldest first. */
export async function imagesByCustomer(
  tx: Transaction,
  customer_id: string,
): Promise<Pick<ImageRow, 'file_id' | 'name'>[]> {
  return await tx
    .selectFrom('files.images')
    .select(['file_id', 'name'])
    .where('customer_id', '=', customer_id)
    .orderBy('created_at')
    .orderBy('file_id')
    .execute()
}

/** The images of these ids, by id; unknown ids are absent. */
export async function imagesByIds(
  tx: Transaction,
  file_ids: readonly string[],
): Promise<Map<string, ImageRow>> {
  if (file_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('files.images')
    .selectAll()
    .where('file_id', 'in', [...new Set(file_ids)])
    .execute()
  return new Map(rows.map((row) => [row.file_id, row]))
}

/** Marks a customer's images of a use as attached; returns how many of `file_ids` exist. */
export async function attach(
  tx: Transaction,
  owner: { customer_id: string; use: FileUse },
  file_ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update files.images set attached_at = coalesce(attached_at, platform.now())
    where customer_id = ${owner.customer_id} and use = ${owner.use} and file_id = any(${file_ids}::uuid[])
    returning file_id`.execute(tx)
  return rows.length
}

/** Removes up to `limit` images unattached for `kept_ms`, and their bytes from the usage; returns their names. */
export async function removeUnattached(tx: Transaction, kept_ms: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with old as (
      select file_id from files.images
      where attached_at is null and created_at < platform.now() - ${kept_ms} * interval '1 millisecond'
      order by created_at limit ${limit} for update skip locked),
    removed as (
      delete from files.images where file_id in (select file_id from old) returning customer_id, bytes, name),
    freed as (
      update files.usage set bytes = usage.bytes - sums.bytes
      from (select customer_id, sum(bytes) as bytes from removed group by customer_id) sums
      where sums.customer_id = usage.customer_id)
    select name from removed`.execute(tx)
  return rows.map(({ name }) => name)
}
