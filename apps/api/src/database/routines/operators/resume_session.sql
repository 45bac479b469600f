-- The owner of a live session, which is thereby extended, whether they proved themselves in the last five minutes, and
-- whether they have fewer second factors than a live ledger wants; no row for others.
create or replace function operators.resume_session(
  session_token text, out staff_id uuid, out username text, out roles text[], out is_fresh boolean,
  out lacks_factor boolean
) returns setof record language sql security definer set search_path = '' as $$
  select person.staff_id, person.username, person.roles, exists (
    select from operators.sessions
    where token_hash = sha256(convert_to(session_token, 'UTF8')) and proved_at > clock_timestamp() - interval '5 minutes'
  ), operators.factor_count(person.staff_id) < 2 and exists (select from platform.environment where mode = 'live')
  from operators.live_session(session_token) as person
  where person.staff_id is not null
$$;
