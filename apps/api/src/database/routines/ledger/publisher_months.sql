-- By month (UTC), from a moment on, what a publisher's free money gained and what it lost, and by how many entries; months
-- without any are left out. For that party, and for the program.
create or replace function ledger.publisher_months(of_publisher uuid, from_at timestamptz)
returns table (month date, credited_micros numeric, debited_micros numeric, entries bigint)
language sql stable security definer set search_path = '' as $$
  with account as materialized (
    select ledger.account_id('publisher_available', of_publisher, null) as id
    where platform.scope_is_system() or of_publisher = platform.scope_party_id()
  ), found as (
    select created_at, amount_micros as change_micros
    from account join ledger.transfers on credit_account_id = account.id
    where flow_id is null and posting in ('settlement', 'party_paid') and created_at >= from_at
    union all
    select created_at, -amount_micros
    from account join ledger.transfers on debit_account_id = account.id
    where flow_id is null and posting = 'party_paid' and created_at >= from_at
  )
  select date_trunc('month', created_at at time zone 'UTC')::date,
    coalesce(sum(change_micros) filter (where change_micros > 0), 0),
    coalesce(-sum(change_micros) filter (where change_micros < 0), 0), count(*)
  from found group by 1 order by 1
$$;
