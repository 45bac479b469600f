-- A plan is placed as waitPut; with an approved creative it is matching at the same moment. Any other first status is
-- refused.
create or replace function plans.note_placing() returns trigger
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
