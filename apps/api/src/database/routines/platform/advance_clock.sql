-- Advances the sandbox's clock, like platform.move_clock, in the name of the session's owner.
create or replace function platform.advance_clock(session_token text, advance_ms bigint) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  return platform.move_clock(advance_ms, person.username);
end
$$;
