-- Locks products, in order, against being opened or closed until the transaction ends, for placing. A function,
-- because customers' login may not change products.
create or replace function marketplace.hold_products(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform from marketplace.products where product_id = any (ids) order by product_id for share;
end
$$;
