-- The wait after a reset begins when the reset is written: not earlier, so that nobody skips it, and not in the
-- future, so that nobody blocks a customer's withdrawals.
create or replace function identity.guard_reset() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.transaction_password_reset_at is distinct from old.transaction_password_reset_at
    and (new.transaction_password_reset_at is null
      or new.transaction_password_reset_at < old.transaction_password_reset_at
      or new.transaction_password_reset_at not between platform.a_moment_ago()
        and platform.now() + interval '1 second') then
    raise exception 'the password of % was reset now, or not at all', old.customer_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
