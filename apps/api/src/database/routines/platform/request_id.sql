-- The request for which this transaction works, set at its start or when a message or job was taken; null if none.
create or replace function platform.request_id() returns text language sql stable parallel safe set search_path = '' as $$
  select nullif(current_setting('adtally.request_id', true), '')
$$;
