import { type ArchivePart, ownTable } from '../archive-table.ts'

/** Declarations about the customer and a party. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'marketplace.related_parties',
      ['declaration_id', 'kind', 'party_name', 'share_percent', 'since', 'declared_at'],
      { past_scope: true },
    ),
  ],
}
