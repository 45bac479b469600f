-- Whether somebody is shut out; that can't change until this transaction ends.
create or replace function operators.is_shut_out(asked uuid) returns boolean language sql security definer
set search_path = '' as $$
  select platform.ask_read_committed();
  select disabled_at is not null from operators.staff
  where staff_id = asked and platform.scope_is_system()
  for share
$$;
