-- The closing balance of a rail's newest statement; 0 before the first.
create or replace function wallet.last_closing_balance(of_rail text) returns bigint
language sql stable set search_path = '' as $$
  select coalesce((
    select closing_balance_micros from wallet.bank_statements
    where rail = of_rail and withdrawn_at is null order by sequence desc limit 1), 0)
$$;
