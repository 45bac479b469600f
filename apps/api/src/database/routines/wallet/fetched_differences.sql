-- How a fetched or brought statement differs from the booked one that it contradicts: one row per line that either lacks,
-- or that says something else, with the fields that differ, up to a limit.
create or replace function wallet.fetched_differences(target uuid, lines_max integer) returns table (
  bank_reference text, amount_micros bigint, booked_micros bigint, fields jsonb
) language sql stable set search_path = '' as $$
  with said as (
    select *, wallet.line_fields(booked_at, amount_micros, counterparty_name, counterparty_account, remittance) as fields
    from wallet.brought_lines where brought_id = target
  ), booked as (
    select line.*, wallet.line_fields(
      line.booked_at, line.amount_micros, line.counterparty_name, line.counterparty_account, line.remittance) as fields
    from wallet.bank_lines line join wallet.brought_statements brought using (statement_id)
    where brought.brought_id = target
  )
  select bank_reference, said.amount_micros, booked.amount_micros, wallet.differing_fields(said.fields, booked.fields)
  from said full join booked using (bank_reference)
  where said.bank_reference is null or booked.bank_reference is null
    or wallet.differing_fields(said.fields, booked.fields) is not null
  order by coalesce(said.sequence, booked.sequence)
  limit lines_max
$$;
