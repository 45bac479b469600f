-- Wrong tries lock for a quarter of an hour (PRODUCT §7), plus a minute for differing clocks.
create or replace function identity.guard_lock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.locked_until > platform.now() + interval '16 minutes' and not platform.acts_as_owner() then
    raise exception 'wrong tries of % lock for fifteen minutes', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
