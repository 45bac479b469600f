-- `ledger verify`: compares the tables with everything that can be computed from the transfers alone. Each row is a
-- fault; one query sees one moment.
create or replace view ledger.differences with (security_invoker = true) as
select fault, subject from ledger.differences_of_entries
union all
select
  'month_sum',
  coalesce(kept.customer_id, rebuilt.customer_id) || ' ' || coalesce(kept.month, rebuilt.month) || ' '
    || coalesce(kept.type, rebuilt.type)
from ledger.month_sums kept
full join ledger.rebuilt_month_sums rebuilt
  on rebuilt.customer_id = kept.customer_id and rebuilt.month = kept.month and rebuilt.type = kept.type
where (
  kept.available_micros, kept.pending_spend_micros, kept.to_be_settled_micros, kept.on_hold_micros,
  kept.discount_micros, kept.startup_micros
) is distinct from (
  rebuilt.available_micros, rebuilt.pending_spend_micros, rebuilt.to_be_settled_micros, rebuilt.on_hold_micros,
  rebuilt.discount_micros, rebuilt.startup_micros
)
union all
select 'publisher_month', coalesce(kept.publisher_id, rebuilt.publisher_id) || ' ' || coalesce(kept.month, rebuilt.month)
from ledger.publisher_month_sums kept
full join ledger.rebuilt_publisher_months rebuilt
  on rebuilt.publisher_id = kept.publisher_id and rebuilt.month = kept.month
where (kept.credited_micros, kept.debited_micros, kept.entries)
  is distinct from (rebuilt.credited_micros, rebuilt.debited_micros, rebuilt.entries)
union all
select 'cause', cause from ledger.uncaused();
