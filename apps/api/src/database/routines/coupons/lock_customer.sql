-- Two claims of one customer at the same moment would each see none before: who issues holds this until the commit.
create or replace function coupons.lock_customer(wanted_customer_id uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('coupons.customer.' || wanted_customer_id, 0))
$$;
