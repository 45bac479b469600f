-- Entries of a publisher's free money from a moment until before another, oldest first, after one of them if told, and at most
-- so many: `change_micros` is above 0 where it gained. For that party, and for the program. Each index gives its own in order,
-- so that a page reads no more than twice its rows; the index of days would read everybody's.
create or replace function ledger.publisher_entries(
  of_publisher uuid, from_at timestamptz, until_at timestamptz, after_id uuid, rows_max integer
) returns table (
  id uuid, reverses_id uuid, posting text, change_micros bigint, cause_kind text, cause_id uuid, created_at timestamptz
) language sql stable security definer set search_path = '' set enable_bitmapscan = off set enable_seqscan = off as $$
  with account as materialized (
    select ledger.account_id('publisher_available', of_publisher, null) as id
    where platform.scope_is_system() or of_publisher = platform.scope_party_id()
  ), after as materialized (
    select transfers.created_at, number from ledger.transfers where transfers.id = after_id
  ), found as (
    (
      select moved.*, amount_micros as change_micros from ledger.transfers as moved
      where credit_account_id = (select account.id from account) and flow_id is null
        and moved.posting in ('settlement', 'party_paid') and moved.created_at >= from_at and moved.created_at < until_at
        and (moved.created_at, number)
          > (coalesce((select after.created_at from after), from_at), coalesce((select number from after), 0))
      order by moved.created_at, number limit rows_max
    )
    union all
    (
      select moved.*, -amount_micros from ledger.transfers as moved
      where debit_account_id = (select account.id from account) and flow_id is null
        and moved.posting = 'party_paid' and moved.created_at >= from_at and moved.created_at < until_at
        and (moved.created_at, number)
          > (coalesce((select after.created_at from after), from_at), coalesce((select number from after), 0))
      order by moved.created_at, number limit rows_max
    )
  )
  select found.id, found.reverses_id, found.posting, found.change_micros, found.cause_kind, found.cause_id, found.created_at
  from found order by found.created_at, number limit rows_max
$$;
