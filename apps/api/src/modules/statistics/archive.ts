import { type ArchivePart, ownTable } from '../archive-table.ts'
import { FIGURES } from './tables.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable('statistics.plan_minutes', ['plan_id', 'minute', ...FIGURES], { by: ['minute', 'plan_id'] }),
    ownTable('statistics.plan_placements', ['plan_id', 'placement_id', ...FIGURES], {
      by: ['plan_id', 'placement_id'],
    }),
    ownTable('statistics.plan_totals', ['plan_id', ...FIGURES]),
  ],
  left_out: {
    'statistics.customer_quarters': 'sums of the minutes',
    'statistics.customer_totals': 'sums of the plans',
  },
}
