-- A changed beneficiary waits as the policy says, the customer's first does not (PRODUCT §7). The wait only gets
-- longer, by at most the day that the policy allows, and what was replaced stays so.
create or replace function wallet.guard_beneficiary() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  latest constant timestamptz := platform.now() + interval '1 minute';
  policy wallet.beneficiary_wait;
begin
  if tg_op = 'UPDATE' then
    if new.usable_from is distinct from old.usable_from
      and new.usable_from not between old.usable_from and latest + interval '24 hours' then
      raise exception 'beneficiary % can be made to wait for a day, and not for less than before', old.beneficiary_id
        using errcode = 'check_violation';
    end if;
    if new.replaced_at is distinct from old.replaced_at and not platform.acts_as_owner() and (
      old.replaced_at is not null or not coalesce(new.replaced_at between platform.a_moment_ago() and latest, false)) then
      raise exception 'beneficiary % is replaced once, and now', old.beneficiary_id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if platform.acts_as_owner() then
    return new;
  end if;
  select * into policy from wallet.beneficiary_wait;
  if not exists (select from wallet.beneficiaries where customer_id = new.customer_id) then
    policy := row(interval '0 seconds', interval '0 seconds');
  end if;
  if new.replaced_at is not null or new.changed_at not between platform.a_moment_ago() and latest
    or not coalesce(
      new.usable_from between new.changed_at + policy.least_wait and new.changed_at + policy.longest_wait, false) then
    raise exception 'beneficiary % is bound now, and usable after the policy''s wait', new.beneficiary_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
