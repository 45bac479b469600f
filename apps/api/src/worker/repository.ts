import { sql } from 'kysely'
import { textArray, timeArray } from '../database/array-parameters.ts'
import type { Transaction } from '../database/database.ts'

/** A due job, taken out of its table by the transaction that works on it. */
export interface TakenJob {
  kind: string
  subject_id: string
  due_at: Date
  /** `due_at` to the microsecond, which a `Date` can't hold; finds the row again. */
  exact_due_at: string
  /** The id of the request that the job follows from, or the one it was taken with. */
  request_id: string
}
export interface TakenMessage {
  id: bigint
  topic: string
  payload: unknown
  published_at: Date
  /** As in `TakenJob`. */
  request_id: string
}

/**
 * Removes and returns the job that has been due longest, skipping those that other workers hold. The transaction
 * continues under the job's request id, or `own_request_id`.
 */
export async function takeJob(
  tx: Transaction,
  kinds: readonly string[],
  own_request_id: string,
): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    select * from platform.take_due_job(${kinds}::text[], ${own_request_id})`.execute(tx)
  return rows[0]
}

/** Removes and returns the oldest message whose turn it is, otherwise like `takeJob`. */
export async function takeMessage(
  tx: Transaction,
  own_request_id: string,
): Promise<TakenMessage | undefined> {
  const { rows } = await sql<TakenMessage>`
    delete from platform.outbox where id = (
      select id from platform.outbox as message
      where (retry_at is null or retry_at <= platform.now())
        and (key = '' or not exists (
          select from platform.outbox as earlier
          where earlier.topic = message.topic and earlier.key = message.key and earlier.id < message.id))
      order by id limit 1 for update skip locked)
    returning id, topic, payload, published_at,
      set_config('adtally.request_id', coalesce(request_id, ${own_request_id}), true) as request_id`.execute(
    tx,
  )
  return rows[0]
}

/** Postpones a failed job, with a wait that doubles each time, from 1 s to 5 min. */
export async function postponeJob(tx: Transaction, job: TakenJob, error: string): Promise<void> {
  await sql`
    select platform.postpone_job(${job.kind}, ${job.subject_id}, ${job.exact_due_at}::timestamptz, ${error})`.execute(
    tx,
  )
}

/** Like `postponeJob`, for a message. */
export async function postponeMessage(tx: Transaction, id: bigint, error: string): Promise<void> {
  await sql`
    update platform.outbox set attempts = attempts + 1, last_error = ${error},
      retry_at = platform.now() + least(power(2, least(attempts, 10)), 300) * interval '1 second'
    where id = ${id}`.execute(tx)
}

/** Adds a periodic job, due at once, if it is missing. */
export async function seedJob(tx: Transaction, kind: string, subject_id: string): Promise<void> {
  await sql`
    select platform.schedule_job(${kind}, ${subject_id}, platform.now())
    where not exists (select from platform.jobs where kind = ${kind} and subject_id = ${subject_id})`.execute(
    tx,
  )
}

/** Sets a periodic job's next time, counted from now, without a request id. */
export async function repeatJob(
  tx: Transaction,
  kind: string,
  subject_id: string,
  every_ms: number,
): Promise<void> {
  await sql`
    with anew as materialized (select set_config('adtally.request_id', '', true))
    select platform.schedule_job(${kind}, ${subject_id}, platform.now() + ${every_ms} * interval '1 millisecond') from anew`.execute(
    tx,
  )
}

/** The next deadline of a kind and subject, and when to stop at it. */
export interface Stop {
  kind: string
  subject_id: string
  stop_at: Date
}

/** The nearest deadline of these kinds, or null. One in `rests` waits for its time there, and sets `is_again`. */
export async function nextStop(
  tx: Transaction,
  kinds: readonly string[],
  rests: readonly Stop[],
): Promise<(Stop & { is_again: boolean }) | null> {
  const { rows } = await sql<Stop & { is_again: boolean }>`
    select kind, subject_id, greatest(coalesce(retry_at, due_at), rest.until) as stop_at,
      coalesce(coalesce(retry_at, due_at) < rest.until, false) as is_again
    from platform.jobs left join unnest(
      ${textArray(rests.map(({ kind }) => kind))}::text[],
      ${textArray(rests.map(({ subject_id }) => subject_id))}::text[],
      ${timeArray(rests.map(({ stop_at }) => stop_at))}::timestamptz[]
    ) as rest (kind, subject_id, until) using (kind, subject_id)
    where kind = any (${[...kinds]}::text[])
    order by 3 limit 1`.execute(tx)
  return rows[0] ?? null
}

/**
 * How long until the next job or repeated message is due, in ms: 0 if one is, null if there is none. A job is due by
 * `own_now`, the program's estimate of the database's time, too: the program gave it that time.
 */
export async function nextDue(
  tx: Transaction,
  kinds: readonly string[],
  own_now: Date,
): Promise<{ jobs_ms: number | null; outbox_ms: number | null }> {
  const { rows } = await sql<{ jobs_ms: number | null; outbox_ms: number | null }>`
    select
      (select extract(epoch from greatest(due_at - greatest(platform.now(), ${own_now}), interval '0')) * 1000
        from (select min(coalesce(retry_at, due_at)) as due_at from platform.jobs where kind = any(${kinds})) as next
        where due_at is not null)::float8 as jobs_ms,
      (select extract(epoch from min(greatest(coalesce(retry_at, platform.now()) - platform.now(), interval '0'))) * 1000
        from platform.outbox as message
        where key = '' or not exists (
          select from platform.outbox as earlier
          where earlier.topic = message.topic and earlier.key = message.key and earlier.id < message.id))::float8 as outbox_ms`.execute(
    tx,
  )
  return rows[0] ?? { jobs_ms: null, outbox_ms: null }
}

/** Figures of the queue, named as in `/metrics`; ages by the clock that wrote the rows. */
export async function queueFigures(tx: Transaction) {
  const { rows } = await sql<{
    adtally_jobs_due: number
    adtally_jobs_oldest_seconds: number
    adtally_jobs_failing: number
    adtally_outbox_messages: number
    adtally_outbox_oldest_seconds: number
    adtally_outbox_failing: number
  }>`
    select jobs.*, messages.* from (
      select count(*) filter (where coalesce(retry_at, due_at) <= platform.now())::float8 as adtally_jobs_due,
        greatest(coalesce(extract(epoch from platform.now() - min(coalesce(retry_at, due_at))), 0), 0)::float8
          as adtally_jobs_oldest_seconds,
        count(*) filter (where attempts > 0)::float8 as adtally_jobs_failing
      from platform.jobs
      where coalesce(retry_at, due_at) <= platform.now() or attempts > 0) as jobs, (
      select count(*)::float8 as adtally_outbox_messages,
        coalesce(extract(epoch from clock_timestamp() - min(published_at)), 0)::float8
          as adtally_outbox_oldest_seconds,
        count(*) filter (where attempts > 0)::float8 as adtally_outbox_failing
      from platform.outbox) as messages`.execute(tx)
  return rows[0]
}
