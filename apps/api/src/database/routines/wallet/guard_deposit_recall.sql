-- A bank can't recall more than it paid in, even by SQL. Locking the deposit's row makes two at once wait.
create or replace function wallet.guard_deposit_recall() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deposit record;
  recalled bigint;
begin
  perform platform.ask_read_committed();
  select customer_id, amount_micros into deposit
  from wallet.deposits where deposit_id = new.deposit_id for no key update;
  select coalesce(sum(amount_micros), 0) into recalled
  from wallet.deposit_recalls where deposit_id = new.deposit_id;
  if new.hold_id is not null and not exists (
    select from wallet.holds
    where hold_id = new.hold_id and customer_id = new.customer_id and reason = 'disputed_deposit'
      and amount_micros >= new.risk_hold_micros
  ) then
    raise exception 'hold % is not for deposit %', new.hold_id, new.deposit_id using errcode = 'check_violation';
  end if;
  if deposit.customer_id is distinct from new.customer_id or recalled + new.amount_micros > deposit.amount_micros then
    raise exception 'deposit % was smaller, or another customer''s', new.deposit_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
