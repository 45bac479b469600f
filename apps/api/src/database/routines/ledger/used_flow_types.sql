-- The types of a customer's lines, with one index look-up each.
create or replace function ledger.used_flow_types(line_customer_id uuid) returns setof text
language sql stable set search_path = ledger, pg_temp
begin atomic
  with recursive used as (
    (select line.type from ledger.flow_lines line where line.customer_id = line_customer_id order by line.type limit 1)
    union all
    select next.type
    from used
    cross join lateral (
      select line.type from ledger.flow_lines line
      where line.customer_id = line_customer_id and line.type > used.type order by line.type limit 1
    ) as next
  )
  select type from used;
end;
