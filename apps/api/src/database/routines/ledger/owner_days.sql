-- What came to and went from all of an owner's accounts of these codes together, by day (UTC), posting and direction, since a
-- moment; what moves between them is none of it. For that owner's party, and for the program.
create or replace function ledger.owner_days(of_owner uuid, of_codes text[], from_at timestamptz)
returns table (day date, posting text, gains boolean, entries bigint, amount_micros numeric)
language sql stable security definer set search_path = '' as $$
  with own as (
    select id from ledger.accounts
    where owner_id = of_owner and code = any (of_codes)
      and (platform.scope_is_system() or owner_id = platform.scope_party_id())
  ), crossing as (
    select created_at, posting, amount_micros,
      credit_account_id in (select id from own) as is_credited, debit_account_id in (select id from own) as is_debited
    from ledger.transfers where created_at >= from_at
  )
  select (created_at at time zone 'UTC')::date, posting, is_credited, count(*), sum(amount_micros)
  from crossing where is_credited <> is_debited
  group by 1, 2, 3 order by 1, 2, 3
$$;
