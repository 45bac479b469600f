-- Moves the clock towards the open wish, by at most this much, and with it the idle time of every live session,
-- because nobody was idle while the clock moved; their maximum life still counts. Returns how much is left, or null
-- if there was nothing: then the wish has arrived.
create or replace function sandbox.step_clock(most_ms bigint) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  wish sandbox.clock_wishes;
  before timestamptz;
  left_ms bigint;
  step_ms bigint;
  told bigint;
begin
  perform platform.ask_read_committed();
  select * into wish from sandbox.clock_wishes where arrived_at is null for update;
  if not found then
    return null;
  end if;
  -- Read after locking, as another holder of the wish may have moved the clock meanwhile.
  before := platform.now();
  left_ms := ceil(extract(epoch from wish.until_at - before) * 1000);
  if left_ms <= 0 then
    update sandbox.clock_wishes set arrived_at = before where wish_id = wish.wish_id;
    perform pg_notify('sandbox_clock', '');
    return null;
  end if;
  step_ms := least(left_ms, greatest(most_ms, 1));
  perform platform.move_clock(step_ms, 'sandbox');
  with kept as (
    update identity.sessions set
      last_used_at = last_used_at + step_ms * interval '1 millisecond',
      expires_at = least(
        expires_at + step_ms * interval '1 millisecond',
        created_at + (
          select (values ->> 'session_max_ms')::bigint from policies.periods
          where before >= effective_from and before < effective_until) * interval '1 millisecond')
    where revoked_at is null and expires_at > before
    returning session_id)
  select count(pg_notify('identity_sessions', 'session:' || session_id)) into told from kept;
  return left_ms - step_ms;
end
$$;
