-- Locks customers' receivables until the transaction ends, always in the same order, so that two settlements never
-- repay the same one twice. Not a full lock, as repayments only refer to it. A function, because locking requires the
-- right to change receivables, which the program lacks.
create or replace function plans.hold_receivables(of_customers uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'receivables are held by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from plans.receivables where customer_id = any (of_customers) order by receivable_id for no key update;
end $$;
