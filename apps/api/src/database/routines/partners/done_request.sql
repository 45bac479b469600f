-- What the session's owner had done with a request's id; null if nothing.
create or replace function partners.done_request(session_token text, request uuid) returns jsonb
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('action', action, 'subject_kind', subject_kind, 'subject_id', subject_id, 'at', done_at)
  from partners.done_requests
  where person_id = (select person_id from partners.whose_session(session_token)) and request_id = request
$$;
