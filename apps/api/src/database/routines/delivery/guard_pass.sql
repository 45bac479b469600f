-- The rules about many events only move forward: to a whole minute that has gone for at least one, so that what is on its way
-- then has come; not past events that wait for the processor; and by an hour of events at most, as one look takes, or later
-- events would not be judged and their plans settle as if they had been. Whether a look found what there was is not asked.
create or replace function delivery.guard_pass() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_at timestamptz;
begin
  if platform.acts_as_owner() then
    return new;
  end if;
  perform platform.ask_read_committed();
  -- Until the transaction ends no batch lands behind it.
  perform pg_advisory_xact_lock(150, 1);
  select occurred_at into first_at from delivery.events
  where event_id >= (
    lpad(to_hex((extract(epoch from old.passed_until) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  order by event_id limit 1;
  if new.passed_until < old.passed_until or new.passed_until > platform.now() - interval '1 minute'
    or new.passed_until <> date_bin('1 minute', new.passed_until, timestamptz 'epoch')
    or new.passed_until > greatest(old.passed_until, date_bin('1 minute', first_at, timestamptz 'epoch')) + interval '1 hour'
      and first_at < new.passed_until
    or exists (
      select from delivery.nodes left join delivery.cursors using (node_id)
      where last_batch > coalesce(cursors.batch, 0))
  then
    raise exception 'the rules of invalid traffic have not passed %', new.passed_until using errcode = 'check_violation';
  end if;
  return new;
end
$$;
