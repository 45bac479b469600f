-- What a publisher's free money was before one of its entries: what it is now, less what that one and all since have changed.
-- For that party, and for the program.
create or replace function ledger.publisher_balance(of_publisher uuid, before_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  with account as materialized (
    select id, credits_posted_micros - debits_posted_micros as balance_micros
    from ledger.accounts
    where accounts.id = ledger.account_id('publisher_available', of_publisher, null)
      and (platform.scope_is_system() or of_publisher = platform.scope_party_id())
  ), entry as materialized (
    select created_at, number from ledger.transfers where transfers.id = before_id
  )
  select balance_micros - coalesce((
      select sum(amount_micros) from entry join ledger.transfers later on later.created_at >= entry.created_at
      where later.credit_account_id = account.id and later.number >= entry.number
        and later.flow_id is null and later.posting in ('settlement', 'party_paid')
    ), 0) + coalesce((
      select sum(amount_micros) from entry join ledger.transfers later on later.created_at >= entry.created_at
      where later.debit_account_id = account.id and later.number >= entry.number
        and later.flow_id is null and later.posting = 'party_paid'
    ), 0)
  from account
$$;
