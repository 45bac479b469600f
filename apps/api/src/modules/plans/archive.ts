import { type ArchivePart, ownTable } from '../archive-table.ts'

export const archive: ArchivePart = {
  tables: [
    ownTable(
      'plans.plans',
      [
        ...['plan_id', 'number', 'product_id', 'amount_micros', 'cash_micros', 'discount_micros'],
        ...['startup_micros', 'payout_micros', 'conversion_cap', 'platform_fee_percent'],
        ...['conversion_window_ms', 'policy_version', 'created_at', 'ends_at', 'time_zone', 'status'],
        ...['status_trigger', 'status_detail', 'status_at', 'paused'],
      ],
      { by: ['created_at', 'plan_id'] },
    ),
    ownTable('plans.status_changes', ['plan_id', 'sequence', 'status', 'trigger', 'detail', 'changed_at'], {
      by: ['plan_id', 'sequence'],
    }),
    ownTable('plans.placement_pauses', ['plan_id', 'sequence', 'placement_id', 'paused_at', 'resumed_at'], {
      by: ['plan_id', 'sequence'],
    }),
    ownTable(
      'plans.results',
      [
        ...['plan_id', 'revision', 'settled_at', 'created_at', 'cause', 'policy_version', 'amount_micros'],
        ...['cash_spend_micros', 'discount_spend_micros', 'startup_spend_micros', 'spend_micros'],
        ...['spend_fee_micros', 'revenue_micros', 'profit_micros', 'startup_return_micros'],
        ...['profit_share_micros', 'customer_micros', 'rebate_micros', 'platform_fee_micros'],
        ...['related_spend_micros', 'related_revenue_micros', 'vip_id', 'vip_fee_percent'],
        ...['share_rate_percent', 'share_carried_loss_micros', 'verdict_id', 'conversion_id'],
        ...['restoration_id'],
      ],
      { by: ['plan_id', 'revision'] },
    ),
    ownTable(
      'plans.owed_conversions',
      ['conversion_id', 'plan_id', 'payout_micros', 'occurred_at', 'paid_at', 'cancelled_at'],
      { by: ['occurred_at', 'conversion_id'] },
    ),
    ownTable('plans.receivables', ['receivable_id', 'plan_id', 'revision', 'amount_micros', 'created_at'], {
      by: ['created_at', 'receivable_id'],
    }),
    ownTable(
      'plans.receivable_reductions',
      ['reduction_id', 'receivable_id', 'plan_id', 'amount_micros', 'created_at'],
      { by: ['created_at', 'reduction_id'] },
    ),
  ],
}
