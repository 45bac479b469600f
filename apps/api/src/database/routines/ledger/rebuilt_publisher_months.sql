-- Publishers' monthly sums before `summed_until`, computed from the entries.
create or replace view ledger.rebuilt_publisher_months with (security_invoker = true) as
select
  publisher_id, date_trunc('month', created_at at time zone 'UTC')::date as month,
  coalesce(sum(change_micros) filter (where change_micros > 0), 0)::bigint as credited_micros,
  coalesce(-sum(change_micros) filter (where change_micros < 0), 0)::bigint as debited_micros,
  count(*) as entries
from ledger.publisher_changes
where created_at < (select until_at from ledger.summed_until)
group by 1, 2;
