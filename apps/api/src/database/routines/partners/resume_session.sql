-- The owner of a live session, which is thereby extended, and whether they proved themselves in the last five minutes;
-- no row for others.
create or replace function partners.resume_session(
  session_token text, out person_id uuid, out email text, out role text, out side text, out party_id uuid, out is_fresh boolean
) returns setof record language sql security definer set search_path = '' as $$
  select person.person_id, person.email, person.role, person.side, person.party_id, exists (
    select from partners.sessions
    where token_hash = sha256(convert_to(session_token, 'UTF8')) and proved_at > clock_timestamp() - interval '5 minutes'
  )
  from partners.live_session(session_token) as person
  where person.person_id is not null
$$;
