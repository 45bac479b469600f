-- The monthly sums before `summed_until`, computed from the entries.
create or replace view ledger.rebuilt_month_sums with (security_invoker = true) as
select
  customer_id, date_trunc('month', created_at at time zone 'UTC')::date as month, type,
  coalesce(sum(change) filter (where wallet_part = 'available'), 0)::bigint as available_micros,
  coalesce(sum(change) filter (where wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
  coalesce(sum(change) filter (where wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
  coalesce(sum(change) filter (where wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
  coalesce(sum(change) filter (where wallet_part = 'discount'), 0)::bigint as discount_micros,
  coalesce(sum(change) filter (where wallet_part = 'startup'), 0)::bigint as startup_micros
from ledger.line_effects
where created_at < (select until_at from ledger.summed_until)
group by 1, 2, 3;
