-- For row-level security: the customer for whom this transaction reads; null if none.
create or replace function platform.scope_customer_id() returns uuid language sql stable parallel safe as $$
  select case when current_setting('adtally.scope', true) = 'customer'
    then nullif(current_setting('adtally.customer_id', true), '')::uuid end
$$;
