import { type ArchivePart, ownTable } from '../archive-table.ts'

const OF_ORDERS = { column: 'order_id', of: 'acceptors.orders', key: 'order_id', owner: 'customer_id' }

/** Exchange orders, each change of their status, and the evidence of both parties. */
export const archive: ArchivePart = {
  tables: [
    ownTable(
      'acceptors.orders',
      [
        ...[
          'order_id',
          'number',
          'acceptor_id',
          'claimed_at',
          'amount_micros',
          'fee_basis_points',
          'fee_micros',
        ],
        ...[
          'receive_currency',
          'rate_micros',
          'reference_rate_micros',
          'spread_basis_points',
          'receive_micros',
        ],
        ...['policy_version', 'created_at', 'status', 'status_trigger', 'status_detail', 'status_at'],
      ],
      { by: ['created_at', 'order_id'] },
    ),
    {
      table: 'acceptors.order_changes',
      whose: OF_ORDERS,
      columns: ['order_id', 'sequence', 'status', 'trigger', 'detail', 'changed_at'],
      by: ['order_id', 'sequence'],
    },
    {
      table: 'acceptors.order_evidence',
      whose: OF_ORDERS,
      columns: ['evidence_id', 'order_id', 'party', 'note', 'image_ids', 'created_at'],
      by: ['created_at', 'evidence_id'],
    },
  ],
}
