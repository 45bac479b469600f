import type { SellerFile, SellerOutcome } from '@adtally/contract/enums.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { SellerCheckTable } from '../tables.ts'

/** A publisher's file is looked at so often, and again so soon where a look never ended. */
const EVERY_HOURS = 24
const TRY_S_MAX = 60

export type SellerCheck = Selectable<SellerCheckTable>

/** A file to look at. */
export interface DueSellerFile {
  publisher_id: string
  file: SellerFile
  domain: string
}

/**
 * Takes the file that is due for longest, of a publisher that has an open placement of its kind, and keeps it from others while
 * it is looked at; null: none is due.
 */
export async function takeDueFile(tx: Transaction): Promise<DueSellerFile | null> {
  const { rows } = await sql<DueSellerFile>`
    with due as (
      select publisher_id, file, domain from (
        select distinct publisher_id, case stands_on when 'site' then 'ads.txt' else 'app-ads.txt' end as file
        from marketplace.placements where is_open) as sold
      join marketplace.publishers using (publisher_id)
      left join marketplace.seller_checks using (publisher_id, file)
      where coalesce(due_at <= platform.now(), true)
      order by due_at nulls first, publisher_id, file limit 1
    )
    insert into marketplace.seller_checks as checks (publisher_id, file, due_at)
    select publisher_id, file, platform.now() + ${TRY_S_MAX}::integer * interval '1 second' from due
    on conflict (publisher_id, file) do update set due_at = excluded.due_at where checks.due_at <= platform.now()
    returning publisher_id, file, (select domain from due)`.execute(tx)
  return rows[0] ?? null
}

/** Keeps what a look came to; returns since when the file has not named us, or null. */
export async function noteLook(
  tx: Transaction,
  { publisher_id, file }: Pick<SellerCheck, 'publisher_id' | 'file'>,
  { outcome, answer }: { outcome: SellerOutcome; answer: string },
): Promise<Date | null> {
  const { rows } = await sql<{ missing_since: Date | null }>`
    update marketplace.seller_checks set
      outcome = ${outcome},
      answer = ${answer},
      checked_at = platform.now(),
      due_at = platform.now() + ${EVERY_HOURS}::integer * interval '1 hour',
      missing_since = case ${outcome}::text
        when 'named' then null
        when 'not_named' then coalesce(missing_since, platform.now())
        else missing_since
      end
    where publisher_id = ${publisher_id} and file = ${file}
    returning missing_since`.execute(tx)
  return rows[0]?.missing_since ?? null
}

/** The same of one publisher's. */
export async function sellerChecksOf(tx: Transaction, publisher_id: string): Promise<SellerCheck[]> {
  return await tx
    .selectFrom('marketplace.seller_checks')
    .selectAll()
    .where('publisher_id', '=', publisher_id)
    .orderBy('file')
    .execute()
}

/** What the last look at each publisher's files came to. */
export async function allSellerChecks(tx: Transaction): Promise<SellerCheck[]> {
  return await tx
    .selectFrom('marketplace.seller_checks')
    .selectAll()
    .orderBy('publisher_id')
    .orderBy('file')
    .execute()
}
