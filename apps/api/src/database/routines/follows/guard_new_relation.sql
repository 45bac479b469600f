-- A following begins now, at the rate that two members of staff last set for its leader, within the policy's maximum.
create or replace function follows.guard_new_relation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  published_percent constant integer := (
    select fee_percent from follows.leader_fees where leader_id = new.leader_id order by fee_id desc limit 1);
  max_percent constant integer := (
    select (values ->> 'follow_fee_max_percent')::integer from policies.versions where version = new.policy_version);
begin
  if new.ended_at is not null or new.fee_percent is distinct from least(coalesce(published_percent, 0), max_percent) then
    raise exception 'a following begins at the rate that was published for its leader' using errcode = 'check_violation';
  end if;
  new.started_at := platform.now();
  return new;
end $$;
