-- Owed conversions are paid or cancelled once.
create or replace function plans.guard_owed() returns trigger language plpgsql as $$
begin
  if old.paid_at is not null or old.cancelled_at is not null
    or (to_jsonb(new) - array['paid_at', 'cancelled_at'])
      is distinct from (to_jsonb(old) - array['paid_at', 'cancelled_at'])
  then
    raise exception 'an owed conversion is paid or cancelled once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
