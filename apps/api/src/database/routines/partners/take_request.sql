-- Takes a request id for the session's owner, once: another transaction with the same id is refused, with what was
-- done then. Of two at once the second waits for the first.
create or replace function partners.take_request(
  session_token text, request uuid, act text, of_kind text, of_id text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
  done_by xid8;
begin
  insert into partners.done_requests (person_id, request_id, action, subject_kind, subject_id, done_at, done_in)
  values (person.person_id, request, act, of_kind, of_id, platform.now(), pg_current_xact_id())
  on conflict (person_id, request_id) do nothing;
  select done_in into strict done_by from partners.done_requests
  where person_id = person.person_id and request_id = request;
  if done_by <> pg_current_xact_id() then
    raise exception 'the request % was done', request using errcode = 'check_violation',
      constraint = 'request_done', detail = partners.done_request(session_token, request)::text;
  end if;
end
$$;
