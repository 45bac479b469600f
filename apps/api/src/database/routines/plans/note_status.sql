-- A plan's status only changes as PRODUCT §4's table says; changes are recorded in the timeline and announced.
create or replace function plans.note_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  earliest constant timestamptz := platform.a_moment_ago();
  latest constant timestamptz := platform.now() + interval '1 minute';
  refused record;
begin
  select old_rows.number, old_rows.status as from_status, new_rows.status as to_status, new_rows.status_trigger
  into refused
  from new_rows join old_rows using (plan_id)
  where (new_rows.status, new_rows.status_trigger, new_rows.status_at, new_rows.status_detail)
      is distinct from (old_rows.status, old_rows.status_trigger, old_rows.status_at, old_rows.status_detail)
    and not exists (
      select from plans.status_transitions
      where from_status = old_rows.status and to_status = new_rows.status and trigger = new_rows.status_trigger)
  limit 1;
  if found then
    raise exception 'plan % can''t go from % to % by %',
      refused.number, refused.from_status, refused.to_status, refused.status_trigger using errcode = 'check_violation';
  end if;
  if not platform.acts_as('worker') and exists (
    select from new_rows join old_rows using (plan_id)
    where new_rows.status <> old_rows.status and new_rows.status_trigger not in ('cancelled', 'stopped')) then
    raise exception 'a customer cancels or stops a plan; the rest is the worker''s' using errcode = 'insufficient_privilege';
  end if;
  -- Deadlines count from `status_at`, so an earlier time would skip them, and a later one put them off.
  if not platform.acts_as_owner() and exists (
    select from new_rows join old_rows using (plan_id)
    where new_rows.status <> old_rows.status and new_rows.status_at not between earliest and latest) then
    raise exception 'a plan''s status changes now, and at no other time' using errcode = 'check_violation';
  end if;
  if not platform.acts_as_owner() and exists (
    select from new_rows join old_rows using (plan_id)
    left join policies.versions on versions.version = new_rows.policy_version
    where new_rows.status <> old_rows.status and not coalesce(plans.has_cause(
      new_rows.status_trigger, plan_id, old_rows.status_at, new_rows.ends_at, versions.values,
      new_rows.conversion_window_ms, ledger.account_id('escrow_reserved', new_rows.advertiser_id, plan_id),
      new_rows.payout_micros, array[
        ledger.account_id('plan_cash', new_rows.customer_id, plan_id),
        ledger.account_id('plan_discount', new_rows.customer_id, plan_id),
        ledger.account_id('plan_startup', new_rows.customer_id, plan_id)]), false)
  ) then
    raise exception 'a plan ends for a cause that is so: its time has come, its reserve or its money is used up'
      using errcode = 'check_violation';
  end if;
  insert into plans.status_changes (plan_id, sequence, customer_id, status, trigger, detail, changed_at)
  select
    plan_id, (
      select coalesce(max(sequence), 0) + 1 from plans.status_changes past where past.plan_id = new_rows.plan_id),
    new_rows.customer_id, new_rows.status, new_rows.status_trigger, new_rows.status_detail, new_rows.status_at
  from new_rows join old_rows using (plan_id)
  where new_rows.status <> old_rows.status;
  -- Names the customers whose cached answers to drop; nobody if they are too many for a notification.
  perform pg_notify('plans_changed', (
    select case when count(distinct customer_id) <= 200 then string_agg(distinct customer_id::text, ',') else '' end
    from new_rows));
  return null;
end $$;
