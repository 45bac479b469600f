-- Locks what customers have to repay until the transaction ends, always in the same order: two settlements of one
-- customer's plans never repay the same receivable twice. Not a full lock: a repayment only refers to it. The program
-- may not change a receivable, which locking would otherwise ask for.
create or replace function plans.hold_receivables(of_customers uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'receivables are held by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from plans.receivables where customer_id = any (of_customers) order by receivable_id for no key update;
end $$;
