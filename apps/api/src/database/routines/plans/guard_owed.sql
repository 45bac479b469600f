-- Owed conversions are paid or cancelled once; one that was cancelled is owed again where an appeal has put it back.
create or replace function plans.guard_owed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.cancelled_at is not null and new.cancelled_at is null and to_jsonb(new) - 'cancelled_at' = to_jsonb(old) - 'cancelled_at'
    and exists (select from delivery.restorations where event_id = old.conversion_id)
  then
    return new;
  end if;
  if old.paid_at is not null or old.cancelled_at is not null
    or (to_jsonb(new) - array['paid_at', 'cancelled_at'])
      is distinct from (to_jsonb(old) - array['paid_at', 'cancelled_at'])
  then
    raise exception 'an owed conversion is paid or cancelled once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
