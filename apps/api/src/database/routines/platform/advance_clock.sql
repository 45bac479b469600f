-- Moves the sandbox's clock forward, as platform.move_clock does, in the name of whoever's session this is.
create or replace function platform.advance_clock(session_token text, advance_ms bigint) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  return platform.move_clock(advance_ms, person.username);
end
$$;
