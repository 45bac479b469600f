-- What a publisher's free money was before one of its entries: what it is now, less what that month and all since have changed,
-- and with what the month had changed by then. For that party, and for the program.
create or replace function ledger.publisher_balance(of_publisher uuid, before_id uuid) returns numeric
language sql stable security definer set search_path = '' set enable_bitmapscan = off set enable_seqscan = off as $$
  with account as materialized (
    select id, credits_posted_micros - debits_posted_micros as balance_micros from ledger.accounts
    where accounts.id = ledger.account_id('publisher_available', of_publisher, null)
      and (platform.scope_is_system() or of_publisher = platform.scope_party_id())
  ), entry as materialized (
    select created_at, number, date_trunc('month', created_at at time zone 'UTC') as begins
    from ledger.transfers where transfers.id = before_id
  ), changed as (
    select -(credited_micros - debited_micros) as change_micros
    from ledger.publisher_months(of_publisher) where month >= (select begins::date from entry)
    union all
    select amount_micros from ledger.transfers
    where credit_account_id = (select id from account) and flow_id is null and posting in ('settlement', 'party_paid')
      and created_at >= (select begins at time zone 'UTC' from entry)
      and (created_at, number) < ((select created_at from entry), (select number from entry))
    union all
    select -amount_micros from ledger.transfers
    where debit_account_id = (select id from account) and flow_id is null and posting = 'party_paid'
      and created_at >= (select begins at time zone 'UTC' from entry)
      and (created_at, number) < ((select created_at from entry), (select number from entry))
  )
  select balance_micros + coalesce((select sum(change_micros) from changed), 0) from account
$$;
