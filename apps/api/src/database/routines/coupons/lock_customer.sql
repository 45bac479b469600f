-- Serialises a customer's claims until the commit; two at the same moment would each see no earlier one.
create or replace function coupons.lock_customer(wanted_customer_id uuid) returns void
language sql set search_path = '' as $$
  select platform.ask_read_committed();
  select pg_advisory_xact_lock(hashtextextended('coupons.customer.' || wanted_customer_id, 0))
$$;
