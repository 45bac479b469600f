-- Records a customer's wish, from their session, to advance the sandbox's clock, and notifies the process that
-- carries it out. Answers `wished`; `known` or `other` if that request was made before with the same or other
-- content; `moving` while an earlier wish is carried out; `ended` if the session has ended or is not theirs.
create or replace function sandbox.wish_clock(of_customer uuid, of_session uuid, of_request uuid, wished_ms bigint)
  returns text language plpgsql security definer set search_path = '' as $$
declare
  known_ms bigint;
  at constant timestamptz := platform.now();
  until timestamptz := at + wished_ms * interval '1 millisecond';
begin
  if (select mode from platform.environment) is distinct from 'sandbox' then
    raise exception 'the clock of a live ledger can''t be moved' using errcode = 'insufficient_privilege';
  end if;
  -- One wish at a time: of two at once the second sees the first.
  lock table sandbox.clock_wishes in share row exclusive mode;
  select by_ms into known_ms from sandbox.clock_wishes where customer_id = of_customer and request_id = of_request;
  if found then
    return case when known_ms = wished_ms then 'known' else 'other' end;
  end if;
  if exists (select from sandbox.clock_wishes where arrived_at is null) then
    return 'moving';
  end if;
  if not exists (
    select from identity.sessions
    where session_id = of_session and customer_id = of_customer and revoked_at is null and expires_at > at
  ) then
    return 'ended';
  end if;
  insert into sandbox.clock_wishes (customer_id, request_id, session_id, by_ms, wished_at, until_at)
    values (of_customer, of_request, of_session, wished_ms, at, until);
  perform audit.append_program_act(
    'clock.wished', 'clock', 'sandbox', of_customer, null,
    jsonb_build_object('by_ms', wished_ms, 'before', at, 'after', until));
  perform pg_notify('sandbox_clock', '');
  return 'wished';
end
$$;
