-- The key by which a process that answers customers knows our notices from others'.
create or replace function statistics.notice_key() returns bytea
language sql stable security definer set search_path = '' as $$
  select key from statistics.notice_keys
$$;
