-- A plan's status goes on only as PRODUCT §4's table has it; each change is written into the plan's timeline and told.
create or replace function plans.note_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
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
  insert into plans.status_changes (plan_id, sequence, customer_id, status, trigger, detail, changed_at)
  select
    plan_id, (
      select coalesce(max(sequence), 0) + 1 from plans.status_changes past where past.plan_id = new_rows.plan_id),
    new_rows.customer_id, new_rows.status, new_rows.status_trigger, new_rows.status_detail, new_rows.status_at
  from new_rows join old_rows using (plan_id)
  where new_rows.status <> old_rows.status;
  -- Names the customers, so that only their answers are read again; nobody where they are too many for a notice.
  perform pg_notify('plans_changed', (
    select case when count(distinct customer_id) <= 200 then string_agg(distinct customer_id::text, ',') else '' end
    from new_rows));
  return null;
end $$;
