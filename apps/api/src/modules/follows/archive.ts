import { type ArchivePart, ownTable } from '../archive-table.ts'

const OF_FOLLOWER = { whose: { column: 'follower_id', is: 'customer' } } as const

/** Who the customer follows and what that cost; for a leader, their fee. Followers are not included. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'follows.relations',
      ['relation_id', 'fee_percent', 'policy_version', 'started_at', 'ended_at', 'end_reason'],
      { ...OF_FOLLOWER, by: ['started_at', 'relation_id'] },
    ),
    ownTable(
      'follows.drafts',
      [
        ...['draft_id', 'relation_id', 'product_id', 'duration_days', 'created_at', 'expires_at', 'state'],
        ...['decided_at', 'plan_id'],
      ],
      { ...OF_FOLLOWER, by: ['created_at', 'draft_id'] },
    ),
    ownTable('follows.leader_fees', ['fee_id', 'fee_percent', 'set_at'], {
      whose: { column: 'leader_id', is: 'customer' },
      by: ['set_at', 'fee_id'],
      past_scope: true,
    }),
    ownTable(
      'follows.mark_entries',
      [
        ...['plan_id', 'revision', 'result_micros', 'cumulative_micros', 'mark_micros', 'fee_micros'],
        ...['fee_percent', 'created_at'],
      ],
      {
        whose: { column: 'follower_person_id', is: 'person' },
        by: ['created_at', 'leader_person_id', 'sequence'],
        past_scope: true,
      },
    ),
  ],
  left_out: { 'follows.pairs': 'since when somebody has followed somebody; the relations say it' },
}
