import type { ArchivePart } from '../archive-table.ts'

/** Archives nothing itself: what two people decided about a customer is in the audit log. */
export const archive: ArchivePart = {
  tables: [],
  left_out: {
    'operators.decisions': 'what two people decided; what was done about the customer is in the audit log',
    'operators.evidence':
      'what staff showed each other of an act; what was done about the customer is in the audit log',
    'operators.open_proposals': 'what waits for a second person; nothing was done yet',
    'operators.proposals': 'what staff proposed; what was done about the customer is in the audit log',
  },
}
