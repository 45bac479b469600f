import { sql } from 'kysely'
import { textArray, timeArray } from './array-parameters.ts'
import type { Transaction } from './database.ts'
import { type FollowsFrom, requestsOf } from './follows-from.ts'

/** A deadline: `kind` names its handler, `subject_id` its subject. */
export interface Job {
  kind: string
  subject_id: string
  /** On the database's clock; in the past means at once. */
  due_at: Date
}

/** Sets the deadline of (kind, subject) in this transaction and for its request, replacing an earlier one. */
export async function schedule(tx: Transaction, job: Job): Promise<void> {
  await sql`select platform.schedule_job(${job.kind}, ${job.subject_id}, ${job.due_at}::timestamptz)`.execute(
    tx,
  )
}

/**
 * Like `schedule`, for many subjects of a kind, each once. If they follow from several requests, each names its own.
 */
export async function scheduleAll(
  tx: Transaction,
  kind: string,
  jobs: readonly (FollowsFrom & Omit<Job, 'kind'>)[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`select platform.schedule_jobs(
    ${kind}, ${textArray(jobs.map((job) => job.subject_id))}::text[],
    ${timeArray(jobs.map((job) => job.due_at))}::timestamptz[],
    ${requestsOf(jobs)}::text[])`.execute(tx)
}

/**
 * Subjects of due jobs of one kind that never failed, oldest first, locked until the transaction ends; skips those
 * that other workers hold. Whoever does their work must cancel their jobs.
 */
export async function lockDueJobs(tx: Transaction, kind: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from platform.lock_due_jobs(${kind}, ${limit}) as due (subject_id)`.execute(tx)
  return rows.map(({ subject_id }) => subject_id)
}

/** Like `cancelJob`, for many subjects of one kind. */
export async function cancelJobs(
  tx: Transaction,
  kind: string,
  subject_ids: readonly string[],
): Promise<void> {
  if (subject_ids.length === 0) return
  await sql`select platform.cancel_jobs(${kind}, ${textArray(subject_ids)}::text[])`.execute(tx)
}

/** Cancels the deadline of (kind, subject); it is no error if there is none. */
export async function cancelJob(tx: Transaction, kind: string, subject_id: string): Promise<void> {
  await sql`select platform.cancel_job(${kind}, ${subject_id})`.execute(tx)
}
