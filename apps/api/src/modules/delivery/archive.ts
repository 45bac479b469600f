import type { ArchivePart } from '../archive-table.ts'

/** Nothing of its own: what was delivered, by the minute and the placement, is the statistics'. */
export const archive: ArchivePart = {
  tables: [],
  left_out: {
    'delivery.budgets': 'a plan’s amounts as delivery reads them; the plan and its figures say the same',
  },
}
