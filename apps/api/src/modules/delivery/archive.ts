import { type ArchivePart, ownTable } from '../archive-table.ts'

/** What they appealed against; the statistics hold what was delivered, by minute and placement. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'delivery.appeals',
      [
        ...['appeal_id', 'plan_id', 'verdict_id', 'rule', 'rule_version', 'grounds', 'filed_at'],
        ...['decision', 'answer', 'decided_at'],
      ],
      { by: ['filed_at', 'appeal_id'] },
    ),
  ],
  left_out: {
    'delivery.budgets': 'a plan’s amounts as delivery reads them; the plan and its figures say the same',
  },
}
