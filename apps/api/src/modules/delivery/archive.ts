import type { ArchivePart } from '../archive-table.ts'

/** Nothing: the statistics hold what was delivered, by minute and placement. */
export const archive: ArchivePart = {
  tables: [],
  left_out: {
    'delivery.budgets': 'a plan’s amounts as delivery reads them; the plan and its figures say the same',
  },
}
