import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** A deadline: `kind` names its handler, `subject_id` what it is about. */
export interface Job {
  kind: string
  subject_id: string
  /** On the database's clock; in the past means at once. */
  due_at: Date
}

/** Sets the deadline of (kind, subject), in this transaction; an earlier one for the same is replaced. */
export async function schedule(tx: Transaction, job: Job): Promise<void> {
  await sql`select platform.schedule_job(${job.kind}, ${job.subject_id}, ${job.due_at}::timestamptz)`.execute(
    tx,
  )
}

/** As `schedule`, for many subjects of one kind at once, each at most once. */
export async function scheduleAll(
  tx: Transaction,
  kind: string,
  jobs: readonly Omit<Job, 'kind'>[],
): Promise<void> {
  await sql`select platform.schedule_jobs(
    ${kind}, ${jobs.map((job) => job.subject_id)}::text[], ${jobs.map((job) => job.due_at)}::timestamptz[])`.execute(
    tx,
  )
}

/** Takes the deadline of (kind, subject) back; none there is no error. */
export async function cancelJob(tx: Transaction, kind: string, subject_id: string): Promise<void> {
  await sql`select platform.cancel_job(${kind}, ${subject_id})`.execute(tx)
}
