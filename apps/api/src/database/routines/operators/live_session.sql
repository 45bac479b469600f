-- Whose session a token is; null where it is nobody's or has ended, or where its owner was shut out or has other roles by
-- now. Being used keeps it alive, which waits for nobody: transactions of one person at once don't wait for each other here.
create or replace function operators.live_session(session_token text) returns operators.staff language plpgsql
set search_path = '' as $$
declare
  asked bytea := sha256(convert_to(session_token, 'UTF8'));
  person operators.staff;
begin
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
