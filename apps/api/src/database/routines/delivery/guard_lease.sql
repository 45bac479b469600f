-- A lease is returned and closed, but never grows or is extended, and what was lost stays lost; it closes after its last token can be charged, and
-- ends after that token expires, unless nothing was spent on it: neither in the books nor by events on their way there.
create or replace function delivery.guard_lease() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (
    new.amount_micros > old.amount_micros or new.lost_micros < old.lost_micros or new.issue_until > old.issue_until
    or new.closes_at > old.closes_at or new.ends_at > old.ends_at
    or new.closes_at < least(
      old.closes_at, platform.now() + (old.closes_at - old.issue_until) - interval '1 minute')
    or new.ends_at < least(old.ends_at, platform.now() + interval '61 minutes')
      and (new.closed_at is null or new.spent_micros > 0)
    or new.closed_at is distinct from old.closed_at and (
      old.closed_at is not null or new.closed_at > platform.now() + interval '1 minute'
      or new.closes_at > platform.now() and (
        new.spent_micros > 0 or exists (
          select from delivery.nodes left join delivery.cursors using (node_id)
          join delivery.events on events.node_id = nodes.node_id and events.batch > coalesce(cursors.batch, 0)
          where last_batch > coalesce(cursors.batch, 0) and events.lease_id = old.lease_id and charge_micros > 0)))
  ) and not platform.acts_as_owner() then
    raise exception 'lease % neither grows nor lasts longer, nor closes before its tokens have run out', old.lease_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
