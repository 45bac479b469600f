-- The owner of a live session, which is thereby extended; no row for others.
create or replace function operators.resume_session(
  session_token text, out staff_id uuid, out username text, out roles text[]
) returns setof record language sql security definer set search_path = '' as $$
  select person.staff_id, person.username, person.roles from operators.live_session(session_token) as person
  where person.staff_id is not null
$$;
