-- By month (UTC) what a publisher's free money gained and what it lost, and by how many entries; months without any are left out:
-- the sums of days that have ended, and the entries since. For that party, and for the program.
create or replace function ledger.publisher_months(of_publisher uuid)
returns table (month date, credited_micros numeric, debited_micros numeric, entries numeric)
language sql stable security definer set search_path = '' set enable_bitmapscan = off set enable_seqscan = off as $$
  with account as materialized (
    select ledger.account_id('publisher_available', of_publisher, null) as id
    where platform.scope_is_system() or of_publisher = platform.scope_party_id()
  ), found as (
    select sums.month, sums.credited_micros, sums.debited_micros, sums.entries
    from account join ledger.publisher_month_sums sums on publisher_id = of_publisher
    union all
    select date_trunc('month', created_at at time zone 'UTC')::date, amount_micros, 0, 1 from ledger.transfers
    where credit_account_id = (select id from account) and flow_id is null and posting in ('settlement', 'party_paid')
      and created_at >= (select until_at from ledger.summed_until)
    union all
    select date_trunc('month', created_at at time zone 'UTC')::date, 0, amount_micros, 1 from ledger.transfers
    where debit_account_id = (select id from account) and flow_id is null and posting = 'party_paid'
      and created_at >= (select until_at from ledger.summed_until)
  )
  select found.month, sum(found.credited_micros), sum(found.debited_micros), sum(found.entries)
  from found group by 1 order by 1
$$;
