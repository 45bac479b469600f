-- Brings the clock nearer to where the open wish wants it, by so much at most, and with it the idle time of the session
-- that wished, past which it lives as long as any. Answers how much is left, and null once there is nothing: a wish that
-- finds nothing left has arrived.
create or replace function sandbox.step_clock(most_ms bigint) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  wish sandbox.clock_wishes;
  before timestamptz;
  left_ms bigint;
  step_ms bigint;
begin
  select * into wish from sandbox.clock_wishes where arrived_at is null for update;
  if not found then
    return null;
  end if;
  -- Only now: whoever held the wish may have moved the clock while this waited for it.
  before := platform.now();
  left_ms := ceil(extract(epoch from wish.until_at - before) * 1000);
  if left_ms <= 0 then
    update sandbox.clock_wishes set arrived_at = before where wish_id = wish.wish_id;
    perform pg_notify('sandbox_clock', '');
    return null;
  end if;
  step_ms := least(left_ms, greatest(most_ms, 1));
  perform platform.move_clock(step_ms, 'sandbox');
  update identity.sessions set
    last_used_at = last_used_at + step_ms * interval '1 millisecond',
    expires_at = least(
      expires_at + step_ms * interval '1 millisecond',
      created_at + (
        select (values ->> 'session_max_ms')::bigint from policies.periods
        where before >= effective_from and before < effective_until) * interval '1 millisecond')
  where session_id = wish.session_id and revoked_at is null and expires_at > before;
  perform pg_notify('identity_sessions', 'session:' || wish.session_id);
  return left_ms - step_ms;
end
$$;
