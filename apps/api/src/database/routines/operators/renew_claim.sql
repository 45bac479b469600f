-- Puts off the end of a claim of the session's owner, who is at the work; of nobody else's, and of none that has ended.
create or replace function operators.renew_claim(session_token text, kind text, subject text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update operators.claims as held set claimed_until = clock_timestamp() + interval '5 minutes'
  where (held.work_kind, held.subject_id) = (kind, subject)
    and held.staff_id = (select staff_id from operators.live_session(session_token))
    and held.claimed_until > clock_timestamp()
$$;
