import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { AHEAD_MAX, type Ahead } from '../ahead.ts'

/** Drafts of leaders' plans that expire for a follower before `until`. */
export async function draftsAhead(
  tx: Transaction,
  { customer_id, until }: { customer_id: string; until: Date },
): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select 'draft_expires' as kind, expires_at as at, draft_id as subject_id, null as name, null as amount_micros
    from follows.drafts where follower_id = ${customer_id} and state = 'open' and expires_at <= ${until}
    order by at limit ${AHEAD_MAX}`.execute(tx)
  return rows
}
