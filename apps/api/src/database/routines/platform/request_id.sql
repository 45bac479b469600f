-- The request that this transaction works for, as it was told at its beginning or when a message or a job was taken; null
-- where it works for none.
create or replace function platform.request_id() returns text language sql stable parallel safe set search_path = '' as $$
  select nullif(current_setting('adtally.request_id', true), '')
$$;
