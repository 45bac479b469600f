-- The last step of a batch of money actions. Fails if another transaction took a request id meanwhile; a customer's
-- scope can only record that customer's requests.
create or replace function ledger.record_requests(
  owner_ids uuid[], request_ids text[], actions text[], content_hashes bytea[], outcomes jsonb[],
  http_request_ids text[] default null
)
returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if not platform.scope_is_system() and exists (
    select from unnest(owner_ids) as owner (id) where id is distinct from platform.scope_customer_id()
  ) then
    raise exception 'a request is kept in the name of its own customer' using errcode = 'insufficient_privilege';
  end if;
  insert into ledger.requests (owner_id, request_id, action, content_hash, outcome, created_at, http_request_id)
  select owner_id, request_id, action, content_hash, outcome, (select platform.now()), http_request_id
  from unnest(owner_ids, request_ids, actions, content_hashes, outcomes, http_request_ids)
    as taken (owner_id, request_id, action, content_hash, outcome, http_request_id);
end
$$;
