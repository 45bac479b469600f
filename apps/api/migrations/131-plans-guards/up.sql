-- What the database holds whoever writes: a plan's status follows PRODUCT §4's table, its terms and its history
-- never change, and a customer's transaction sees its own rows only.

-- The table of status-table.ts (a test compares both); `from_status` null is the placing itself.
create table plans.status_transitions (
  from_status text,
  to_status text not null,
  trigger text not null,
  unique nulls not distinct (from_status, trigger)
);
insert into plans.status_transitions (from_status, to_status, trigger) values
  (null, 'waitPut', 'placed'),
  ('waitPut', 'matching', 'creative_approved'),
  ('waitPut', 'putFailed', 'creative_refused'),
  ('waitPut', 'putFailed', 'review_overdue'),
  ('waitPut', 'putFailed', 'cancelled'),
  ('waitPut', 'putFailed', 'account_disabled'),
  ('waitPut', 'putFailed', 'product_closed'),
  ('matching', 'putting', 'first_delivery'),
  ('matching', 'putFailed', 'no_delivery'),
  ('matching', 'putFailed', 'cancelled'),
  ('matching', 'putFailed', 'account_disabled'),
  ('matching', 'putFailed', 'product_closed'),
  ('putting', 'putFinished', 'spent'),
  ('putting', 'putFinished', 'ended'),
  ('putting', 'putFinished', 'cap_reached'),
  ('putting', 'putFinished', 'stopped'),
  ('putting', 'putFinished', 'account_disabled'),
  ('putting', 'putFinished', 'product_closed'),
  ('putFinished', 'waitSettle', 'tokens_expired'),
  ('waitSettle', 'settled', 'settlement');

-- A plan is placed as waitPut; with an approved creative it is matching at the same moment. Any other first status is
-- refused.
create function plans.note_placing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from new_rows
    where (status, status_trigger, matched_at_once)
        not in (('waitPut', 'placed', false), ('matching', 'creative_approved', true))
      or status_detail is not null or paused or status_at <> created_at
  ) then
    raise exception 'a plan begins as waitPut' using errcode = 'check_violation';
  end if;
  -- Names the customers, so that only their answers are read again; nobody where they are too many for a notice.
  perform pg_notify('plans_changed', (
    select case when count(distinct customer_id) <= 200 then string_agg(distinct customer_id::text, ',') else '' end
    from new_rows));
  return null;
end $$;

create function plans.note_status() returns trigger
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

create function plans.keep_terms() returns trigger language plpgsql as $$
begin
  -- The amount is made of the parts after this trigger has run, so that the new row does not have it yet.
  if (to_jsonb(new) - array['status', 'status_trigger', 'status_detail', 'status_at', 'paused', 'amount_micros'])
    is distinct from (to_jsonb(old) - array['status', 'status_trigger', 'status_detail', 'status_at', 'paused', 'amount_micros'])
  then
    raise exception 'the terms of plan % are fixed', old.number using errcode = 'insufficient_privilege';
  end if;
  if new.paused <> old.paused and not (old.status = 'putting' and (new.status = 'putting' or not new.paused)) then
    raise exception 'only a running plan is paused or resumed' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger plans_placed after insert on plans.plans
  referencing new table as new_rows for each statement execute function plans.note_placing();
create trigger plans_status after update on plans.plans
  referencing old table as old_rows new table as new_rows for each statement execute function plans.note_status();
create trigger plans_terms before update on plans.plans
  for each row execute function plans.keep_terms();
create trigger plans_stay before delete or truncate on plans.plans
  for each statement execute function platform.refuse_change();
alter table plans.plans enable always trigger plans_placed, enable always trigger plans_status,
  enable always trigger plans_terms, enable always trigger plans_stay;

-- Owed conversions are paid or cancelled once.
create function plans.guard_owed() returns trigger language plpgsql as $$
begin
  if old.paid_at is not null or old.cancelled_at is not null
    or (to_jsonb(new) - array['paid_at', 'cancelled_at']) is distinct from (to_jsonb(old) - array['paid_at', 'cancelled_at'])
  then
    raise exception 'an owed conversion is paid or cancelled once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger owed_conversions_guarded before update on plans.owed_conversions
  for each row execute function plans.guard_owed();
create trigger owed_conversions_stay before delete or truncate on plans.owed_conversions
  for each statement execute function platform.refuse_change();

do $$
declare
  table_name text;
begin
  foreach table_name in array array[
    'status_changes', 'plan_publishers', 'results', 'receivables', 'receivable_reductions', 'status_transitions'] loop
    execute format(
      'create trigger stay before update or delete or truncate on plans.%I
       for each statement execute function platform.refuse_change()', table_name);
    execute format('alter table plans.%I enable always trigger stay', table_name);
  end loop;
  foreach table_name in array array[
    'plans', 'status_changes', 'owed_conversions', 'results', 'receivables', 'receivable_reductions'] loop
    execute format('alter table plans.%I enable row level security', table_name);
    execute format(
      'create policy owner on plans.%I to adtally_program using (
         (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()))', table_name);
  end loop;
end $$;
alter table plans.plan_publishers enable row level security;
create policy staff on plans.plan_publishers to adtally_program using ((select platform.scope_is_system()));

revoke all on all functions in schema plans from public;
grant select on all tables in schema plans to adtally_program;
grant usage on sequence plans.plan_numbers to adtally_program;
grant insert on plans.plans, plans.plan_publishers, plans.owed_conversions, plans.results, plans.receivables,
  plans.receivable_reductions to adtally_program;
grant update (status, status_trigger, status_detail, status_at, paused) on plans.plans to adtally_program;
grant update (paid_at, cancelled_at) on plans.owed_conversions to adtally_program;
