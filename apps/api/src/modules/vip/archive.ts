import { type ArchivePart, ownTable } from '../archive-table.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable(
      'vip.months',
      [
        ...['vip_id', 'policy_version', 'price_micros', 'fee_percent', 'vip_fee_percent', 'time_zone'],
        ...[
          'opened_at',
          'ends_at',
          'earned_until',
          'ended_at',
          'end_reason',
          'refund_micros',
          'rebate_micros',
        ],
      ],
      { by: ['opened_at', 'vip_id'] },
    ),
  ],
}
