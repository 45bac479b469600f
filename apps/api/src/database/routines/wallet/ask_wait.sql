-- Customers withdraw now, to the account bound now; while that or the password is new, the withdrawal begins on hold
-- (PRODUCT §7). Once per statement, because many are asked for in one.
create or replace function wallet.ask_wait() returns trigger language plpgsql security definer
set search_path = '' set enable_seqscan = off as $$
declare
  number text;
begin
  if platform.acts_as_owner() then
    return null;
  end if;
  select asked.number into number
  from asked left join wallet.beneficiary_waits waits using (beneficiary_id, customer_id)
  where asked.requested_at < platform.a_moment_ago() or waits.beneficiary_id is null or waits.replaced_at is not null
    or asked.status <> 'held' and waits.waits_until > platform.now() + interval '1 second'
  limit 1;
  if found then
    raise exception 'withdrawal % is asked for now, to the account bound now, and waits while that is new', number
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
