import { type ArchivePart, ownTable } from '../archive-table.ts'

const OF_LINES = { column: 'flow_id', of: 'ledger.flow_lines', key: 'flow_id', owner: 'customer_id' }

export const archive: ArchivePart = {
  tables: [
    {
      table: 'ledger.accounts',
      whose: { column: 'owner_id', is: 'customer' },
      columns: ['id', 'code', 'subject_id', 'debits_posted_micros', 'credits_posted_micros', 'opened_at'],
      by: ['opened_at', 'id'],
    },
    ownTable(
      'ledger.flow_lines',
      [
        ...['flow_id', 'type', 'subject_kind', 'subject_id', 'first_at', 'last_at', 'amount_micros'],
        ...['available_micros', 'pending_spend_micros', 'to_be_settled_micros', 'on_hold_micros'],
        ...['discount_micros', 'startup_micros'],
      ],
      { by: ['first_at', 'flow_id'] },
    ),
    {
      table: 'ledger.transfers',
      whose: OF_LINES,
      columns: [
        ...['id', 'created_at', 'posting', 'debit_account_id', 'credit_account_id', 'amount_micros'],
        ...['reverses_id', 'cause_kind', 'cause_id', 'flow_id'],
      ],
      by: ['number'],
    },
  ],
  left_out: {
    'ledger.flow_totals': 'sums of the lines',
    'ledger.month_sums': 'sums of the lines',
    'ledger.plan_customers': 'whose a plan is, which the plans say',
    'ledger.requests': 'how a request is known again; what it did is told where it was done',
    'ledger.openings': 'accounts that are being opened',
    'ledger.written_causes': 'empty between transactions',
  },
}
