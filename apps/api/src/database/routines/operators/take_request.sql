-- Takes a request id for the session's owner, once: another transaction with the same id is refused, with what was
-- done then. Of two at once the second waits for the first.
create or replace function operators.take_request(
  session_token text, request uuid, act text, of_kind text, of_id text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  done_by xid8;
begin
  insert into operators.done_requests (staff_id, request_id, action, subject_kind, subject_id, done_at, done_in)
  values (person.staff_id, request, act, of_kind, of_id, platform.now(), pg_current_xact_id())
  on conflict (staff_id, request_id) do nothing;
  select done_in into strict done_by from operators.done_requests
  where staff_id = person.staff_id and request_id = request;
  if done_by <> pg_current_xact_id() then
    raise exception 'the request % was done', request using errcode = 'check_violation',
      constraint = 'request_done', detail = operators.done_request(session_token, request)::text;
  end if;
end
$$;
