import { type ArchivePart, ownTable } from '../archive-table.ts'

/** What was done about the customer, in which role and why, without names of staff. */
export const archive: ArchivePart = {
  tables: [
    ownTable('audit.entries', [
      ...['sequence', 'occurred_at', 'actor_kind', 'actor_role', 'action', 'subject_kind', 'subject_id'],
      ...['reason', 'approver_role'],
    ]),
  ],
  left_out: {
    'audit.pending': 'entries that await the chain, within the second',
    'audit.looks': 'that a look was kept this hour; the look is an entry',
  },
}
