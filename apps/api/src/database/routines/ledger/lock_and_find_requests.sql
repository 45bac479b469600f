-- First half of a batch of money actions: locks the accounts that are open in id order, then, as a statement of its own
-- that sees what others committed meanwhile, looks the request ids up. Accounts are opened by what is accepted, not by
-- what is asked: an account stays for good, and whoever asks for what is refused must leave nothing behind. Nobody else
-- sees the accounts that this batch will open.
create or replace function ledger.lock_and_find_requests(
  account_ids uuid[], request_owner_ids uuid[], request_ids text[]
)
returns table (ordinal integer, action text, content_hash bytea, outcome jsonb)
language plpgsql security definer
set search_path = ledger, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  perform from accounts where id = any (account_ids) order by id for no key update;
  return query
    select asked.ordinal::integer, found.action, found.content_hash, found.outcome
    from unnest(request_owner_ids, request_ids) with ordinality as asked (owner_id, request_id, ordinal)
    join requests found on found.owner_id = asked.owner_id and found.request_id = asked.request_id;
end $$;
