-- A token's owner; null if it is unknown or has ended, or if its owner was shut out or has other roles now. Using a
-- session extends it, without waiting for the person's other transactions.
create or replace function operators.live_session(session_token text) returns operators.staff language plpgsql
set search_path = '' as $$
declare
  asked bytea := sha256(convert_to(session_token, 'UTF8'));
  person operators.staff;
begin
  perform platform.ask_read_committed();
  select staff.* into person
  from operators.sessions as session join operators.staff as staff using (staff_id)
  where session.token_hash = asked and operators.is_live(session) and session.roles = staff.roles
    and staff.disabled_at is null and platform.scope_is_system();
  if found then
    update operators.sessions set seen_at = clock_timestamp()
    where token_hash = (
      select token_hash from operators.sessions
      where token_hash = asked and seen_at < clock_timestamp() - interval '1 minute'
      for no key update skip locked
    );
  end if;
  return person;
end
$$;
