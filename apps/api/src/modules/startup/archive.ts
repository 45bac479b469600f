import { type ArchivePart, ownTable } from '../archive-table.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable('startup.grants', ['grant_id', 'amount_micros', 'policy_version', 'granted_at', 'expires_at']),
    ownTable(
      'startup.returns',
      ['return_id', 'grant_id', 'cause', 'amount_micros', 'takes_all', 'returned_at'],
      { by: ['returned_at', 'return_id'] },
    ),
  ],
}
