-- A beneficiary's wait only gets longer, by at most the day that the policy allows (PRODUCT §7).
create or replace function wallet.guard_beneficiary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.usable_from is distinct from old.usable_from
    and new.usable_from not between old.usable_from and platform.now() + interval '24 hours 1 minute' then
    raise exception 'beneficiary % can be made to wait for a day, and not for less than before', old.beneficiary_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
