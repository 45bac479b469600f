import { type ArchivePart, ownTable } from '../archive-table.ts'
import { unseal } from './beneficiaries/sealed-account.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable('wallet.deposit_references', ['code']),
    ownTable('wallet.deposits', ['deposit_id', 'amount_micros', 'matched_by', 'booked_at', 'line_id'], {
      by: ['booked_at', 'deposit_id'],
    }),
    ownTable(
      'wallet.deposit_recalls',
      [
        ...['recall_id', 'deposit_id', 'line_id', 'amount_micros', 'risk_hold_micros', 'available_micros'],
        ...['reserve_micros', 'shortfall_micros', 'hold_id', 'booked_at'],
      ],
      { by: ['booked_at', 'recall_id'] },
    ),
    {
      table: 'wallet.bank_lines',
      whose: { column: 'line_id', of: 'wallet.deposits', key: 'line_id', owner: 'customer_id' },
      columns: [
        ...['line_id', 'rail', 'bank_reference', 'booked_at', 'amount_micros', 'counterparty_name'],
        ...['counterparty_account', 'remittance'],
      ],
      by: ['booked_at', 'line_id'],
    },
    ownTable(
      'wallet.beneficiaries',
      [
        'beneficiary_id',
        'kind',
        'bank_name',
        'network',
        'branch_name',
        'changed_at',
        'usable_from',
        'replaced_at',
      ],
      {
        opened: { column: 'sealed', heading: 'details', of: 'beneficiary_id', open: unseal },
        by: ['changed_at', 'beneficiary_id'],
      },
    ),
    ownTable(
      'wallet.withdrawals',
      [
        ...['withdrawal_id', 'number', 'beneficiary_id', 'amount_micros', 'rail_fee_micros', 'status'],
        ...['requested_at', 'send_by', 'approved_at', 'sent_at', 'confirmed_at', 'ended_at', 'ended_reason'],
        ...['line_id', 'payout_micros', 'return_line_id', 'back_micros'],
      ],
      { by: ['requested_at', 'withdrawal_id'] },
    ),
    ownTable(
      'wallet.holds',
      [
        ...['hold_id', 'reason', 'source', 'withdrawal_id', 'amount_micros', 'created_at', 'deadline'],
        ...['authority', 'released_at', 'released_to', 'clock_stopped_at', 'stopped_ms'],
      ],
      { by: ['created_at', 'hold_id'] },
    ),
    ownTable('wallet.hold_documents', ['hold_id', 'position', 'name', 'file_id', 'provided_at'], {
      by: ['hold_id', 'position'],
    }),
    ownTable(
      'wallet.hold_appeals',
      ['appeal_id', 'hold_id', 'grounds', 'filed_at', 'decision', 'answer', 'decided_at'],
      { by: ['filed_at', 'appeal_id'] },
    ),
  ],
}
