import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** Whether the books have all of a plan's delivery: its tokens have run out, its leases are closed, no event waits. */
export async function isIngestPassed(tx: Transaction, plan_id: string): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select
      not exists (
        select from delivery.leases
        where plan_id = ${plan_id} and (closed_at is null or ends_at > platform.now()))
      and not exists (
        select from delivery.nodes left join delivery.cursors using (node_id)
        join delivery.events on events.node_id = nodes.node_id and events.batch > coalesce(cursors.batch, 0)
        where events.plan_id = ${plan_id})
      as passed`.execute(tx)
  return rows[0]?.passed ?? false
}

/** Whether the invalid-traffic pass has covered all of the plan's events. */
export async function isInvalidPassDone(tx: Transaction, plan_id: string): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select passed_until >= greatest(
      (select max(ends_at) from delivery.leases where plan_id = ${plan_id}),
      (select max(occurred_at) from delivery.events
        where plan_id = ${plan_id} and (kind = 'conversion' or rule is not null)),
      timestamptz '-infinity')
    as passed from delivery.invalid_pass`.execute(tx)
  return (rows[0]?.passed ?? false) && (await isIngestPassed(tx, plan_id))
}

/** The plans among these for which `isInvalidPassDone` is true. */
export async function settleablePlans(tx: Transaction, plan_ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id
    from unnest(${[...plan_ids]}::uuid[]) as asked (plan_id), delivery.invalid_pass
    where not exists (
        select from delivery.leases
        where leases.plan_id = asked.plan_id and (closed_at is null or ends_at > platform.now()))
      and not exists (
        select from delivery.nodes left join delivery.cursors using (node_id)
        join delivery.events on events.node_id = nodes.node_id and events.batch > coalesce(cursors.batch, 0)
        where events.plan_id = asked.plan_id)
      and passed_until >= greatest(
        (select max(ends_at) from delivery.leases where leases.plan_id = asked.plan_id),
        (select max(occurred_at) from delivery.events
          where events.plan_id = asked.plan_id and (kind = 'conversion' or rule is not null)),
        timestamptz '-infinity')`.execute(tx)
  return new Set(rows.map(({ plan_id }) => plan_id))
}
