import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** What the program has still to do by itself. */
export interface JobRow {
  kind: string
  subject_id: string
  due_at: Date
  attempts: number
  retry_at: Date | null
  last_error: string | null
  request_id: string | null
}

/** Jobs, or those alone that have failed, by when each is done next (`next_micros`, microseconds since 1970), after one of them. */
export async function readJobs(
  tx: Transaction,
  failed: boolean,
  { after, rows_max }: { after: readonly [string, string, string] | null; rows_max: number },
): Promise<(JobRow & { next_micros: string })[]> {
  const time = after && sql`to_timestamp(0) + ${after[0]}::bigint * interval '1 microsecond'`
  // The first half is what the index is read by.
  const is_after = after
    ? sql`coalesce(retry_at, due_at) >= ${time}
        and (coalesce(retry_at, due_at), kind, subject_id) > (${time}, ${after[1]}::text, ${after[2]}::text)`
    : sql`true`
  const { rows } = await sql<JobRow & { next_micros: string }>`
    select kind, subject_id, due_at, attempts, retry_at, last_error, request_id,
      trunc(extract(epoch from coalesce(retry_at, due_at)) * 1000000)::bigint::text as next_micros
    from platform.jobs
    where ${failed ? sql`attempts > 0` : sql`true`} and ${is_after}
    order by coalesce(retry_at, due_at), kind, subject_id limit ${rows_max}`.execute(tx)
  return rows
}
