-- Last step of a batch of money actions. A request id that another transaction took meanwhile fails it.
create or replace function ledger.record_requests(
  owner_ids uuid[], request_ids text[], actions text[], content_hashes bytea[], outcomes jsonb[]
)
returns void language sql security definer set search_path = ledger, pg_temp
begin atomic
  insert into ledger.requests (owner_id, request_id, action, content_hash, outcome, created_at)
  select owner_id, request_id, action, content_hash, outcome, (select platform.now())
  from unnest(owner_ids, request_ids, actions, content_hashes, outcomes)
    as taken (owner_id, request_id, action, content_hash, outcome);
end;
