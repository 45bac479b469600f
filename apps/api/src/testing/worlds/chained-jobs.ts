import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { scheduleAll } from '../../database/jobs.ts'
import { publish } from '../../database/outbox.ts'
import type { Module } from '../../modules/module.ts'

/** How a job of `chainedJobs` leaves its trace. */
export type LeaveTrace = (tx: Transaction, what: string, subject_id: string) => Promise<void>

/** The table of traces, without a key, so that a job that runs twice leaves two rows. Run as the schema's owner. */
export const TRACES = `
  create table platform.traces (what text not null, subject_id text not null, ran_at timestamptz not null);
  grant select, insert on platform.traces to adtally_program`

/** Writes a row in the job's own transaction, then pauses so that a kill can hit the middle. */
export const leaveTrace: LeaveTrace = async (tx, what, subject_id) => {
  await sql`insert into platform.traces values (${what}, ${subject_id}, platform.now())`.execute(tx)
  await dwell(tx)
}

/** Stays in the transaction for a moment, visible in `pg_stat_activity`. */
export async function dwell(tx: Transaction): Promise<void> {
  await sql`select pg_sleep(0.01)`.execute(tx)
}

/** Jobs `first` that each leave a trace, schedule a job `second` and publish `told`, which leave traces too. */
export function chainedJobs(leave: LeaveTrace = leaveTrace): Module {
  return {
    name: 'test',
    jobs: [
      {
        kind: 'first',
        async run(_services, tx, { subject_id }) {
          await leave(tx, 'first', subject_id)
          await scheduleAll(tx, 'second', [{ subject_id, due_at: new Date(0) }])
          await publish(tx, 'told', { subject_id })
        },
      },
      { kind: 'second', run: (_services, tx, { subject_id }) => leave(tx, 'second', subject_id) },
    ],
    subscriptions: [
      {
        topic: 'told',
        handle: ({ log }, tx, payload) => {
          const subject_id = String(Object(payload).subject_id)
          log.debug({ subject_id }, 'told')
          return leave(tx, 'told', subject_id)
        },
      },
    ],
  }
}
