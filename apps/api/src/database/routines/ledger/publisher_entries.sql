-- Entries of a publisher's free money from a moment until before another, oldest first, after one of them if told, and at most
-- so many: `change_micros` is above 0 where it gained. For that party, and for the program. What comes in is released or came
-- back from the bank, what goes out is paid: other postings don't touch it, which lets the two indexes find them.
create or replace function ledger.publisher_entries(
  of_publisher uuid, from_at timestamptz, until_at timestamptz, after_id uuid, rows_max integer
) returns table (
  id uuid, reverses_id uuid, posting text, change_micros bigint, cause_kind text, cause_id uuid, created_at timestamptz
) language sql stable security definer set search_path = '' as $$
  with account as materialized (
    select ledger.account_id('publisher_available', of_publisher, null) as id
    where platform.scope_is_system() or of_publisher = platform.scope_party_id()
  ), after as materialized (
    select number from ledger.transfers where transfers.id = after_id
  ), found as (
    select transfers.*, amount_micros as change_micros
    from account join ledger.transfers on credit_account_id = account.id
    where flow_id is null and posting in ('settlement', 'party_paid') and created_at >= from_at and created_at < until_at
    union all
    select transfers.*, -amount_micros
    from account join ledger.transfers on debit_account_id = account.id
    where flow_id is null and posting = 'party_paid' and created_at >= from_at and created_at < until_at
  )
  select found.id, found.reverses_id, found.posting, found.change_micros, found.cause_kind, found.cause_id, found.created_at
  from found
  where number > coalesce((select number from after), 0)
  order by number limit rows_max
$$;
