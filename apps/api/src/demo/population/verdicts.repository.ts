import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { JudgedEvent } from './score.ts'

/** What became of all events of these decisions, on arrival and later. */
export async function readJudged(tx: Transaction, decision_ids: readonly string[]): Promise<JudgedEvent[]> {
  const { rows } = await sql<JudgedEvent>`
    select events.decision_id, events.kind::text as kind, coalesce(events.rule, verdicts.rule) as rule
    from delivery.events left join delivery.verdicts using (event_id)
    where events.decision_id = any(${decision_ids}::uuid[])`.execute(tx)
  return rows
}
