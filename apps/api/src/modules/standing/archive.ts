import { type ArchivePart, ownTable } from '../archive-table.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable('standing.scores', ['score']),
    ownTable(
      'standing.credit_changes',
      [
        'change_id',
        'sequence',
        'cause',
        'plan_id',
        'revision',
        'score_before',
        'score_after',
        'points',
        'occurred_at',
      ],
      { by: ['sequence'] },
    ),
  ],
}
