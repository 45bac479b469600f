-- Holds products, in order, against being opened and closed until the transaction ends: placing relies on it, and may
-- change nothing of them.
create or replace function marketplace.hold_products(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from marketplace.products where product_id = any (ids) order by product_id for share;
end
$$;
