-- How a fetched statement differs from the booked one that it contradicts: one row per line that either lacks or that
-- has another amount, up to a limit.
create or replace function wallet.fetched_differences(target uuid, lines_max integer) returns table (
  bank_reference text, amount_micros bigint, booked_micros bigint
) language sql stable set search_path = '' as $$
  with fetched as (
    select * from wallet.brought_lines where brought_id = target
  ), booked as (
    select line.* from wallet.bank_lines line join wallet.brought_statements brought using (statement_id)
    where brought.brought_id = target
  )
  select bank_reference, fetched.amount_micros, booked.amount_micros
  from fetched full join booked using (bank_reference)
  where fetched.amount_micros is distinct from booked.amount_micros
  order by coalesce(fetched.sequence, booked.sequence)
  limit lines_max
$$;
